import type { Turn } from '../../../db/entities/source-item.js';
import { CLOCK, clockSecs } from './clock.js';
import { type LabelStyle, labelIn } from './label-style.js';
import { joinLines } from './paragraphs.js';

/** Lines that nobody said. */
const NOISE =
  /^(?:\**\[(?:music|applause|silence|pause|start|end)[^\]]*\]\**|[-=_*]{3,}|#{1,6}\s.*|transcribed by\b.*)$/iu;
const TIME_ALONE = new RegExp(String.raw`^[\[(]?(${CLOCK})[\])]?(?:\s*-+>\s*${CLOCK})?$`);
const TIME_FIRST = new RegExp(String.raw`^[\[(](${CLOCK})[\])]\s*`);
/** Times of day are turned into times in the talk from here on: no talk starts in its fourth hour. */
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
  /** What stands above the first turn. */
  preamble: string;
}

/** Turns of a text that names its speakers in one style. Headings and lines that nobody said are left out. */
export function parseLabelled(lines: readonly string[], style: LabelStyle): LabelledText {
  const turns: Turn[] = [];
  const preamble: string[] = [];
  let open: Open | undefined;
  let time: number | undefined;
  for (const line of lines) {
    const trimmed = line.trim();
    const label = labelIn(style, line);
    const alone = TIME_ALONE.exec(trimmed);
    if (label) {
      if (open) turns.push(...close(open));
      open = { speaker: label.name, lines: [label.rest], atSecs: label.atSecs ?? time };
      time = undefined;
    } else if (alone) {
      time = clockSecs(alone[1] as string);
      // A time below the name belongs to the turn that starts, one between turns to the next.
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
