import type { Turn } from '../../../db/entities/source-item.js';
import { joinLines } from './paragraphs.js';

/** Speakers of a guide, which names none. */
const GUIDE_ASKS = 'Moderator';
const GUIDE_ANSWERS = 'Participant';

const LEAST_ANSWERS = 3;
const ITEM = /^(?:[-*+•]|\d+[.)])\s+(.*)$/;
const QUOTED = /^>\s?(.*)$/;
const BOLD_QUESTION = /^(?:#{1,6}\s+)?(?:\*\*|__|\*|_)?(.*\?)(?:\*\*|__|\*|_)?\s*$/;
const STRESSED = /^(?:#{1,6}\s|\*\*|__|\*[^\s*]|_)/;

type Side = typeof GUIDE_ASKS | typeof GUIDE_ANSWERS;
type Read = (line: string) => { side: Side; text: string } | undefined;

/** List items ask, `>` lines answer. */
const quotedAnswers: Read = (line) => {
  const answer = QUOTED.exec(line)?.[1];
  if (answer !== undefined) return { side: GUIDE_ANSWERS, text: answer };
  const item = ITEM.exec(line)?.[1];
  return item === undefined ? undefined : { side: GUIDE_ASKS, text: item };
};

/** Questions stand in bold or as headings, answers in plain paragraphs. */
const stressedQuestions: Read = (line) => {
  if (STRESSED.test(line)) {
    const question = BOLD_QUESTION.exec(line)?.[1];
    return question === undefined ? undefined : { side: GUIDE_ASKS, text: question };
  }
  return { side: GUIDE_ANSWERS, text: line };
};

function read(lines: readonly string[], sideOf: Read): { turns: Turn[]; preamble: string } {
  const turns: { speaker: Side; lines: string[] }[] = [];
  const preamble: string[] = [];
  for (const line of lines.map((raw) => raw.trim())) {
    const last = turns.at(-1);
    if (line === '') {
      last?.lines.push('');
      continue;
    }
    const part = sideOf(line);
    if (!part || (!last && part.side === GUIDE_ANSWERS)) {
      if (!last) preamble.push(line);
      continue;
    }
    // Each item asks anew; the paragraphs of an answer belong together.
    const same = last?.speaker === part.side && part.side === GUIDE_ANSWERS;
    if (same) last.lines.push(part.text);
    else turns.push({ speaker: part.side, lines: [part.text] });
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
const asks = (turns: readonly Turn[]): number => turns.length - answers(turns);

/** A filled-in conversation guide, or a talk printed as questions and answers; undefined where it is neither. */
export function parseGuide(
  lines: readonly string[],
): { turns: Turn[]; preamble: string } | undefined {
  const quoted = read(lines, quotedAnswers);
  if (answers(quoted.turns) >= LEAST_ANSWERS && asks(quoted.turns) >= LEAST_ANSWERS) return quoted;
  const stressed = read(lines, stressedQuestions);
  return asks(stressed.turns) >= LEAST_ANSWERS && answers(stressed.turns) >= LEAST_ANSWERS
    ? stressed
    : undefined;
}
