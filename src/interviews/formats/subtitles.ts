import type { Turn } from '../../../db/entities/source-item.js';
import { UnreadableFile } from '../../core/errors.js';
import { couldBeName } from './label.js';
import type { ParsedTranscript } from './parsed-file.js';
import { CLOCK, clockSecs } from './read-date.js';
import { statedFacts } from './stated-facts.js';

/** A subtitle cue: what was said from this time on. */
interface Cue {
  atSecs: number;
  text: string;
  /** From a voice tag; undefined if the cue has none. */
  voice?: string;
}

/** Speakers as Zoom and Meet write them into cues: `Anna Meier: Hello`. */
const LABEL = /^\[?([\p{L}\p{N}][^:[\]<>\n]{0,48}?)\]?\s?:\s+(.*)$/su;
/** Share of cues that must have a label; below it, colons are ordinary punctuation. */
const LABELLED_SHARE = 0.5;

const labelled = (text: string): { name: string; rest: string } | undefined => {
  const match = LABEL.exec(text);
  const name = match?.[1]?.trim();
  if (!match || !name || !couldBeName(name)) return undefined;
  return { name, rest: match[2] as string };
};

/** Names that label cues: each occurs more than once, or nearly every cue has a label. */
function labelNames(cues: readonly Cue[]): Set<string> {
  const counts = new Map<string, number>();
  for (const { text } of cues) {
    const name = labelled(text)?.name;
    if (name) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  const all = [...counts.values()].reduce((sum, count) => sum + count, 0);
  if (all >= LABELLED_SHARE * cues.length) return new Set(counts.keys());
  // Some tools write a label only when the speaker changes.
  const returning = [...counts].filter(([, count]) => count >= 2);
  return new Set(returning.length >= 2 ? returning.map(([name]) => name) : []);
}

/**
 * Converts cues to turns; consecutive cues of one speaker are one turn. A cue without a speaker continues the
 * previous one. If no cue has a speaker, each is a turn of ''.
 */
function turnsOfCues(cues: readonly Cue[]): Turn[] {
  const names = labelNames(cues.filter(({ voice }) => voice === undefined));
  const turns: Turn[] = [];
  for (const cue of cues) {
    const label = cue.voice === undefined ? labelled(cue.text) : undefined;
    const named = label && names.has(label.name) ? label : undefined;
    const last = turns.at(-1);
    const speaker = cue.voice ?? named?.name ?? last?.speaker ?? '';
    const text = (named?.rest ?? cue.text).replace(/\s+/g, ' ').trim();
    if (!text) continue;
    if (last && last.speaker === speaker && speaker !== '') last.text += ` ${text}`;
    else turns.push({ speaker, text, atSecs: cue.atSecs });
  }
  // The speaker is unknown before the first label.
  return turns.some(({ speaker }) => speaker !== '')
    ? turns.filter(({ speaker }) => speaker !== '')
    : turns;
}

const TIMING = new RegExp(String.raw`^\s{0,20}(${CLOCK})\s*-+>\s*${CLOCK}(?:\s.*)?$`);
const VOICE = /<v(?:\.[^\s>]+)?\s+([^\s>][^>]*)>/i;
const ENTITIES: Record<string, string> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&nbsp;': ' ',
  '&quot;': '"',
  '&#39;': "'",
  '&lrm;': '',
  '&rlm;': '',
};

/** The text of a cue without its tags: `<v Anna>`, `<c.yellow>`, `<00:01.000>`, `<i>`. */
const plain = (text: string): string =>
  text
    .replace(/<\/?[a-z][^<>]*>|<\d[\d:.]*>/gi, '')
    .replace(/&(?:amp|lt|gt|nbsp|quot|#39|lrm|rlm);/g, (entity) => ENTITIES[entity] ?? entity);

/** A cue may hold several voices, each on its own line. */
function cuesOf(atSecs: number, payload: string): Cue[] {
  const parts = payload.split(/(?=<v[.\s])/i).filter((part) => part.trim());
  return parts.map((part) => {
    const voice = VOICE.exec(part)?.[1];
    return { atSecs, text: plain(part), ...(voice && { voice: plain(voice).trim() }) };
  });
}

/** Minimum number of timing lines for a text without a header to count as cues. */
const LEAST_CUES = 3;

/**
 * True if a text consists of cues without a header, because a person pasted or split them. A time below a name
 * on its own line belongs to the name.
 */
export const hasCues = (
  lines: readonly string[],
  isName: (line: string) => boolean = () => false,
): boolean =>
  lines.filter((line, at) => TIMING.test(line) && !isName(lines[at - 1] ?? '')).length >=
  LEAST_CUES;

/**
 * Parses cues in a text that is not a subtitle file. Everything up to the next timing line belongs to a cue,
 * even after empty lines; each line may name its speaker. Text above the first cue is ignored.
 */
export function parseLooseCues(lines: readonly string[]): ParsedTranscript {
  const cues: Cue[] = [];
  const preamble: string[] = [];
  let atSecs: number | undefined;
  for (const [at, line] of lines.entries()) {
    const time = TIMING.exec(line)?.[1];
    if (time !== undefined) atSecs = clockSecs(time) ?? 0;
    else if (atSecs === undefined) preamble.push(line);
    else if (line.trim() && !isCueNumber(lines, at)) cues.push(...cuesOf(atSecs, line));
  }
  return { kind: 'transcript', turns: turnsOfCues(cues), ...statedFacts(preamble.join('\n')) };
}

/** A number on its own line is a cue number, unless speech follows before the next timing line. */
function isCueNumber(lines: readonly string[], at: number): boolean {
  if (!/^\s*\d{1,6}\s*$/.test(lines[at] as string)) return false;
  const next = lines[at + 1]?.trim() ? lines[at + 1] : lines[at + 2];
  return next === undefined || next.trim() === '' || TIMING.test(next);
}

/**
 * Parses WebVTT and SRT: the text between a timing line and the next empty line. Cue numbers, settings, notes,
 * styles and regions are skipped. Throws UnreadableFile if there is no cue.
 */
export function parseSubtitles(text: string): ParsedTranscript {
  const lines = text.split('\n');
  const cues: Cue[] = [];
  const notes: string[] = [];
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] as string;
    if (/^NOTE\b/.test(line)) {
      for (; at < lines.length && lines[at]?.trim(); at++) notes.push(lines[at] as string);
      continue;
    }
    const timing = TIMING.exec(line);
    if (!timing) continue;
    const payload: string[] = [];
    while (
      at + 1 < lines.length &&
      lines[at + 1]?.trim() &&
      !TIMING.test(lines[at + 1] as string)
    ) {
      payload.push(lines[++at] as string);
    }
    // Without an empty line between two cues, the next cue's number is at the end of this one.
    if (TIMING.test(lines[at + 1] ?? '') && /^\d+$/.test(payload.at(-1)?.trim() ?? ''))
      payload.pop();
    const atSecs = clockSecs(timing[1] as string) ?? 0;
    for (const cue of cuesOf(atSecs, payload.join('\n'))) cues.push(cue);
  }
  if (cues.length === 0)
    throw new UnreadableFile('It has no subtitles: no line of times was found.');
  return { kind: 'transcript', turns: turnsOfCues(cues), ...statedFacts(notes.join('\n')) };
}
