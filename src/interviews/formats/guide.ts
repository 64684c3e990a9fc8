import type { Turn } from '../../../db/entities/source-item.js';

/** Speaker names for a guide, which has none. */
const GUIDE_ASKS = 'Moderator';
const GUIDE_ANSWERS = 'Participant';

const LEAST_ANSWERS = 3;
/** Minimum share of answered questions: an unfilled guide has hints below some of its questions. */
const LEAST_ANSWERED = 0.3;
/** Titles of guides and of notes based on a guide. */
const NAMES_GUIDE = /^\s*#{1,6}[^\n]{0,60}\b(?:guide|session notes|notes:|warm-?up)/iu;
const ITEM = /^(?:[-*+•]|\d+[.)])\s+(.*)$/;
const QUOTED = /^>\s?(.*)$/;
const BOLD_QUESTION = /^(?:#{1,6}\s+)?(?:\*\*|__|\*|_)?(.*\?)(?:\*\*|__|\*|_)?\s*$/;
/** A note-taker's `**Question` without the closing marks. */
const OPEN_BOLD = /^\*\*\s?([^*\s][^*]*)$/;
/** The end of a question in italics or bold. */
const QUESTION_END = /\?[)\s]{0,9}[*_]{1,3}/;
const HEADING = /^#{1,6}\s/;
const STRESSED = /^(?:#{1,6}\s|\*\*|__|\*[^\s*]|_)/;

type Side = typeof GUIDE_ASKS | typeof GUIDE_ANSWERS;
interface Part {
  side: Side;
  text: string;
}
/** Splits a line into parts by side; undefined if the line is not speech. */
type Read = (line: string) => readonly Part[] | undefined;

/** List items are questions, `>` lines are answers. */
const quotedAnswers: Read = (line) => {
  const answer = QUOTED.exec(line)?.[1];
  if (answer !== undefined) return [{ side: GUIDE_ANSWERS, text: answer }];
  const item = ITEM.exec(line)?.[1];
  return item === undefined ? undefined : [{ side: GUIDE_ASKS, text: item }];
};

/** Questions are bold or headings, answers are plain paragraphs. */
const stressedQuestions: Read = (line) => {
  if (STRESSED.test(line)) {
    const question = BOLD_QUESTION.exec(line)?.[1];
    const asked = question ?? OPEN_BOLD.exec(line)?.[1];
    return asked === undefined ? undefined : [{ side: GUIDE_ASKS, text: asked }];
  }
  return [{ side: GUIDE_ANSWERS, text: line }];
};

/**
 * A note-taker's copy of the guide: questions are in italics or bold, with the answer on the same line or in the
 * list items and paragraphs below. Other text in italics or brackets is a hint for the note-taker.
 */
const answersBehind: Read = (line) => {
  const item = ITEM.exec(line)?.[1] ?? line;
  if (HEADING.test(item)) return undefined;
  if (!/^[*_(]/.test(item)) {
    const text = item.replace(/^[-–—]\s?/, '');
    const asks = /^\d/.test(line) || /\?$/.test(text);
    return /\bRECORD\b/.test(text)
      ? undefined
      : [{ side: asks ? GUIDE_ASKS : GUIDE_ANSWERS, text }];
  }
  const end = QUESTION_END.exec(item);
  if (!end) return undefined;
  const asked = item.slice(0, end.index + 1).replace(/[*_]/g, '');
  const answer = item.slice(end.index + end[0].length).replace(/^\s*[-–—:]?\s*/, '');
  return [
    { side: GUIDE_ASKS, text: asked },
    ...(answer === '' ? [] : [{ side: GUIDE_ANSWERS, text: answer } as const]),
  ];
};

function read(lines: readonly string[], sideOf: Read): { turns: Turn[]; preamble: string } {
  const turns: { speaker: Side; lines: string[] }[] = [];
  const preamble: string[] = [];
  let asked = false;
  for (const line of lines.map((raw) => raw.trim())) {
    const last = turns.at(-1);
    if (line === '') {
      last?.lines.push('');
      continue;
    }
    const parts = sideOf(line);
    if (sideOf === answersBehind && HEADING.test(line)) asked = false;
    if (parts?.[0]?.side === GUIDE_ASKS) asked = true;
    if (!parts || !asked) {
      if (!last) preamble.push(line);
      continue;
    }
    for (const { side, text } of parts) {
      // Each item is a new question; the paragraphs of an answer belong together.
      const open = turns.at(-1);
      if (open?.speaker === side && side === GUIDE_ANSWERS) open.lines.push(text);
      else turns.push({ speaker: side, lines: [text] });
    }
  }
  return {
    turns: turns
      .map(({ speaker, lines: said }) => ({ speaker, text: joinLines(said) }))
      .filter(({ text }) => text !== ''),
    preamble: preamble.join('\n'),
  };
}

const answers = (turns: readonly Turn[]): number =>
  turns.filter(({ speaker }) => speaker === GUIDE_ANSWERS).length;
/** If most answers say “you”, they are the guide's own words and the guide is not filled in. */
const answersThat = (turns: readonly Turn[], pattern: RegExp): number =>
  turns.filter(({ speaker, text }) => speaker === GUIDE_ANSWERS && pattern.test(text)).length;
const asks = (turns: readonly Turn[]): number => turns.length - answers(turns);

/** Parses a filled-in conversation guide or a talk printed as questions and answers; undefined if it is neither. */
export function parseGuide(
  lines: readonly string[],
): { turns: Turn[]; preamble: string } | undefined {
  const quoted = read(lines, quotedAnswers);
  if (answers(quoted.turns) >= LEAST_ANSWERS && asks(quoted.turns) >= LEAST_ANSWERS) return quoted;
  const rest = lines.some((line) => NAMES_GUIDE.test(line)) ? [answersBehind] : [stressedQuestions];
  return rest
    .map((sideOf) => read(lines, sideOf))
    .find(
      ({ turns }) =>
        asks(turns) >= LEAST_ANSWERS &&
        answers(turns) >= Math.max(LEAST_ANSWERS, LEAST_ANSWERED * asks(turns)) &&
        answersThat(turns, /\byou\b/i) <= answers(turns) / 2,
    );
}

/** True if a text calls itself a guide. Without answers it holds only a moderator's words. */
export const namesGuide = (text: string): boolean =>
  /^\s*#{0,6}[^\n]{0,80}\b(?:conversation|discussion|interview|moderator['’]?s?|test)\s+(?:guide|script)\b/iu.test(
    text,
  );

/** Headings that separate a talk from the guide above it. */
const TALK_STARTS =
  /^\s*(?:#{1,6}\s*|\*\*)?(?:(?:full|raw|session|interview|call|zoom|participant)\s+){0,3}transcript(?:ion)?\b[^.!?]{0,40}$/iu;
/** Lines that are not speech: headings, list items and rules. */
const MARKUP = /^\s*(?:#{1,6}\s|[-*+•]\s|\d{1,3}[.)]\s|[-=_*]{3,}\s*$)/;

/**
 * Removes the guide above a talk: the headings and lists above a heading such as “Transcript”, if speech follows
 * it.
 */
export function cutGuide(lines: readonly string[]): { above: string; lines: readonly string[] } {
  const at = lines.findIndex((line) => TALK_STARTS.test(line));
  const above = lines.slice(0, Math.max(0, at));
  if (!above.some((line) => MARKUP.test(line))) return { above: '', lines };
  const below = lines.slice(at + 1);
  const said = below.filter((line) => line.trim() !== '' && !MARKUP.test(line)).length;
  return said < LEAST_ANSWERS ? { above: '', lines } : { above: above.join('\n'), lines: below };
}

/** Lines of at least this length were wrapped by a program, not by the author. */
const WRAPPED_LENGTH = 60;

const goesOn = (line: string): boolean =>
  line.length >= WRAPPED_LENGTH && !/[.!?:;"”)]$/.test(line);

/** Joins wrapped lines; other line breaks and empty lines stay. Every sentence keeps its characters. */
export function joinLines(lines: readonly string[]): string {
  const parts: string[] = [];
  let last = '';
  for (const line of lines.map((raw) => raw.trim())) {
    if (line !== '') {
      if (parts.length > 0) parts.push(last === '' ? '\n\n' : goesOn(last) ? ' ' : '\n');
      parts.push(line);
    }
    last = line;
  }
  return parts.join('');
}
