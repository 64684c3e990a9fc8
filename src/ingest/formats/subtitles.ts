import { UnreadableFile } from '../unreadable-file.js';
import { CLOCK, clockSecs } from './clock.js';
import { type Cue, turnsOfCues } from './cues.js';
import type { ParsedTranscript } from './parsed-file.js';
import { statedFacts } from './stated-facts.js';

const TIMING = new RegExp(String.raw`^\s*(${CLOCK})\s*-+>\s*${CLOCK}(?:\s.*)?$`);
const VOICE = /<v(?:\.[^\s>]+)?\s+([^>]+)>/i;
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

/** A cue's payload without its tags: `<v Anna>`, `<c.yellow>`, `<00:01.000>`, `<i>`. */
const plain = (text: string): string =>
  text
    .replace(/<\/?[a-z][^<>]*>|<\d[\d:.]*>/gi, '')
    .replace(/&(?:amp|lt|gt|nbsp|quot|#39|lrm|rlm);/g, (entity) => ENTITIES[entity] ?? entity);

/** One cue may hold several voices, each on its own line. */
function cuesOf(atSecs: number, payload: string): Cue[] {
  const parts = payload.split(/(?=<v[.\s])/i).filter((part) => part.trim());
  return parts.map((part) => {
    const voice = VOICE.exec(part)?.[1];
    return { atSecs, text: plain(part), ...(voice && { voice: plain(voice).trim() }) };
  });
}

/**
 * WebVTT and SRT alike: what stands below a line of times until the next empty line. Cue numbers, cue
 * settings, notes, styles and regions are passed over. Throws UnreadableFile where there is no cue.
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
    // Without an empty line between two cues, the next one's number ends this one.
    if (TIMING.test(lines[at + 1] ?? '') && /^\d+$/.test(payload.at(-1)?.trim() ?? ''))
      payload.pop();
    const atSecs = clockSecs(timing[1] as string) ?? 0;
    for (const cue of cuesOf(atSecs, payload.join('\n'))) cues.push(cue);
  }
  if (cues.length === 0)
    throw new UnreadableFile('It has no subtitles: no line of times was found.');
  return { kind: 'transcript', turns: turnsOfCues(cues), ...statedFacts(notes.join('\n')) };
}
