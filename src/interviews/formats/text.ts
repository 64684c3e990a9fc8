import type { Turn } from '../../../db/entities/source-item.js';
import { UnreadableFile } from '../../core/unreadable-file.js';
import { statedRole } from '../roles/role-words.js';
import { cutGuide, namesGuide, parseGuide } from './guide.js';
import { findLabelStyle, labelIn } from './label-style.js';
import { parseLabelled } from './labelled-text.js';
import { joinLines } from './paragraphs.js';
import type { ParsedTranscript } from './parsed-file.js';
import { statedFacts } from './stated-facts.js';
import { hasCues, parseLooseCues, parseSubtitles } from './subtitles.js';

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
