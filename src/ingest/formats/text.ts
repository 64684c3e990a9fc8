import type { Turn } from '../../../db/entities/source-item.js';
import { UnreadableFile } from '../unreadable-file.js';
import { parseGuide } from './guide.js';
import { findLabelStyle } from './label-style.js';
import { parseLabelled } from './labelled-text.js';
import { joinLines } from './paragraphs.js';
import type { ParsedTranscript } from './parsed-file.js';
import { statedFacts } from './stated-facts.js';
import { parseSubtitles } from './subtitles.js';

/** Words under which a text without speakers is no talk. */
const LEAST_WORDS = 20;
const FRONT_MATTER = /^---\n([\s\S]*?)\n(?:---|\.\.\.)\n/;
const SUBTITLES = /^(?:WEBVTT\b|\d+\n\d{1,2}:\d{2}:\d{2}[.,]\d{3}\s*-->)/;

const paragraphsOf = (body: string): Turn[] =>
  body
    .split(/\n\s*\n/)
    .map((paragraph) => ({ speaker: '', text: joinLines(paragraph.split('\n')) }))
    .filter(({ text }) => text !== '' && !/^#{1,6}\s.*$/.test(text));

/**
 * Plain text and markdown: speakers before or above their turns, a filled-in guide, or no speakers at all
 * (''). Throws UnreadableFile where there is too little to be a talk.
 */
export function parseText(text: string): ParsedTranscript {
  if (SUBTITLES.test(text.trimStart())) return parseSubtitles(text);
  const front = FRONT_MATTER.exec(text);
  const body = front ? text.slice(front[0].length) : text;
  const facts = (preamble: string) => statedFacts(`${front?.[1] ?? ''}\n${preamble}`);
  const lines = body.split('\n');
  const guide = parseGuide(lines);
  const style = findLabelStyle(lines);
  const labelled = style && parseLabelled(lines, style);
  if (labelled && labelled.turns.length >= (guide?.turns.length ?? 0) / 2) {
    return { kind: 'transcript', turns: labelled.turns, ...facts(labelled.preamble) };
  }
  if (guide) return { kind: 'transcript', turns: guide.turns, ...facts(guide.preamble) };
  const turns = paragraphsOf(body);
  const words = turns.reduce((sum, turn) => sum + turn.text.split(/\s+/).length, 0);
  if (words < LEAST_WORDS) {
    throw new UnreadableFile(`It is too short to be an interview: ${words} words.`);
  }
  return { kind: 'transcript', turns, ...facts('') };
}
