import type { Turn } from '../../../db/entities/source-item.js';
import { CLOCK, clockSecs } from './clock.js';
import type { Label } from './label.js';
import { type LabelStyle, labelIn } from './label-style.js';
import { joinLines } from './paragraphs.js';

/** Lines that are not speech. */
const NOISE =
  /^(?:\**\[(?:music|applause|silence|pause|start|end)[^\]]*\]\**|[-=_*]{3,}|#{1,6}\s.*|transcribed by\b.*)$/iu;
const TIME_ALONE = new RegExp(String.raw`^[\[(]?(${CLOCK})[\])]?(?:\s*-+>\s*${CLOCK})?$`);
const TIME_FIRST = new RegExp(String.raw`^[\[(](${CLOCK})[\])]\s*`);
/** A first timestamp later than this is a time of day: no transcript starts in its fourth hour. */
const TIME_OF_DAY_SECS = 4 * 3600;

interface Open {
  speaker: string;
  lines: string[];
  atSecs: number | undefined;
}

function close({ speaker, lines, atSecs }: Open): Turn[] {
  const joined = joinLines(lines);
  const first = TIME_FIRST.exec(joined);
  const text = first ? joined.slice(first[0].length) : joined;
  const at = atSecs ?? (first ? clockSecs(first[1] as string) : undefined);
  return text === '' ? [] : [{ speaker, text, ...(at !== undefined && { atSecs: at }) }];
}

function sinceStart(turns: Turn[]): Turn[] {
  const first = turns.find(({ atSecs }) => atSecs !== undefined)?.atSecs ?? 0;
  if (first < TIME_OF_DAY_SECS) return turns;
  return turns.map((turn) =>
    turn.atSecs === undefined ? turn : { ...turn, atSecs: Math.max(0, turn.atSecs - first) },
  );
}

export interface LabelledText {
  turns: Turn[];
  /** The text above the first turn. */
  preamble: string;
}

/** A line that structures a guide and does not occur in a talk. */
const GUIDE_LINE = /^\s*(?:#{1,6}\s|[-*+•]\s|\d{1,3}[.)]\s)/;
/** With this many guide lines between two labels, a guide separates them. */
const LEAST_GUIDE_LINES = 4;
/** Labels above a guide are facts (`Moderator: Cindy`): few, each followed by few UTF-16 units. */
const MOST_FACTS = 6;
const LONGEST_FACT = 60;

/** The line at which the talk starts: the first label, or the first below a guide that has only facts above it. */
function startOfTalk(lines: readonly string[], labels: readonly (Label | undefined)[]): number {
  const labelled = labels.flatMap((label, at) => (label ? [at] : []));
  let start = labelled[0] ?? 0;
  for (const [index, at] of labelled.slice(1, MOST_FACTS + 1).entries()) {
    if ((labels[labelled[index] as number]?.rest.length ?? 0) > LONGEST_FACT) break;
    const between = lines.slice((labelled[index] as number) + 1, at);
    if (between.filter((line) => GUIDE_LINE.test(line)).length >= LEAST_GUIDE_LINES) start = at;
  }
  return start;
}

/**
 * Returns the turns of a text that labels its speakers in one style, without headings and lines that are not
 * speech.
 */
export function parseLabelled(lines: readonly string[], style: LabelStyle): LabelledText {
  const turns: Turn[] = [];
  const preamble: string[] = [];
  let open: Open | undefined;
  let time: number | undefined;
  const labels = lines.map((line) => labelIn(style, line));
  const start = startOfTalk(lines, labels);
  for (const [at, line] of lines.entries()) {
    const trimmed = line.trim();
    const label = at < start ? undefined : labels[at];
    const alone = TIME_ALONE.exec(trimmed);
    if (label) {
      if (open) turns.push(...close(open));
      open = { speaker: label.name, lines: [label.rest], atSecs: label.atSecs ?? time };
      time = undefined;
    } else if (alone) {
      time = clockSecs(alone[1] as string);
      // A time below the name belongs to the turn that starts there; one between turns belongs to the next turn.
      if (open?.atSecs === undefined && open?.lines.every((said) => said === '')) {
        open.atSecs = time;
        time = undefined;
      }
    } else if (!open) preamble.push(trimmed);
    else if (!NOISE.test(trimmed)) open.lines.push(trimmed);
  }
  if (open) turns.push(...close(open));
  return { turns: sinceStart(turns), preamble: preamble.join('\n') };
}
