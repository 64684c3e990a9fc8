import type { Turn } from '../../../db/entities/source-item.js';
import { UnreadableFile } from '../../core/errors.js';
import { statedRole } from '../roles/role-words.js';
import { cutGuide, joinLines, namesGuide, parseGuide } from './guide.js';
import type { Label } from './label.js';
import { findLabelStyle, type LabelStyle, labelIn } from './label-style.js';
import type { ParsedTranscript } from './parsed-file.js';
import { CLOCK, clockSecs } from './read-date.js';
import { statedFacts } from './stated-facts.js';
import { hasCues, parseLooseCues, parseSubtitles } from './subtitles.js';

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

interface LabelledText {
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
function parseLabelled(lines: readonly string[], style: LabelStyle): LabelledText {
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

/** A text without speakers and with fewer words than this is not a talk. */
const LEAST_WORDS = 20;
const FRONT_MATTER = /^---\n([\s\S]*?)\n(?:---|\.\.\.)\n/;
const SUBTITLES = /^(?:WEBVTT\b|\d+\n\d{1,2}:\d{2}:\d{2}[.,]\d{3}\s*-->)/;

const paragraphsOf = (body: string): Turn[] =>
  body
    .split(/\n\s*\n/)
    .map((paragraph) => ({ speaker: '', text: joinLines(paragraph.split('\n')) }))
    .filter(({ text }) => text !== '' && !/^#{1,6}\s.*$/.test(text));

/** True if the only speaker found is an interviewer, from a label in a guide. */
const onlyAsks = (turns: readonly Turn[]): boolean =>
  turns.every(({ speaker }) => statedRole(speaker) === 'interviewer');

/** True if no speaker occurs twice: labels of a guide's facts and sections. */
const saysOnce = (turns: readonly Turn[]): boolean =>
  new Set(turns.map(({ speaker }) => speaker)).size === turns.length;

/**
 * Parses plain text and markdown: cues, speakers before or above their turns, a filled-in guide, or no speakers
 * at all (''). Throws UnreadableFile if there is too little text for a talk, or for a guide without answers.
 */
export function parseText(text: string): ParsedTranscript {
  if (SUBTITLES.test(text.trimStart())) return parseSubtitles(text);
  const front = FRONT_MATTER.exec(text);
  const body = front ? text.slice(front[0].length) : text;
  const { above, lines } = cutGuide(body.split('\n'));
  const facts = (preamble: string) => statedFacts(`${front?.[1] ?? ''}\n${above}\n${preamble}`);
  const guide = parseGuide(lines);
  const style = findLabelStyle(lines);
  const isName = (line: string) => style?.form === 'alone' && labelIn(style, line) !== undefined;
  if (hasCues(lines, isName)) return parseLooseCues(lines);
  const labelled = style && parseLabelled(lines, style);
  const labelsTalk =
    labelled &&
    !(guide && onlyAsks(labelled.turns)) &&
    !(namesGuide(body) && saysOnce(labelled.turns));
  if (labelsTalk && labelled.turns.length >= (guide?.turns.length ?? 0) / 2) {
    return { kind: 'transcript', turns: labelled.turns, ...facts(labelled.preamble) };
  }
  if (guide) return { kind: 'transcript', turns: guide.turns, ...facts(guide.preamble) };
  if (namesGuide(body)) {
    throw new UnreadableFile(
      'It looks like a moderator’s guide: no answers were found below its questions, and no speakers.',
    );
  }
  const turns = paragraphsOf(lines.join('\n'));
  const words = turns.reduce((sum, turn) => sum + turn.text.split(/\s+/).length, 0);
  if (words < LEAST_WORDS) {
    throw new UnreadableFile(`It is too short to be an interview: ${words} words.`);
  }
  return { kind: 'transcript', turns, ...facts('') };
}
