import { describe, expect, it } from 'vitest';
import { isFollowUp } from '../../integrations/slack/answers/thread-talk.js';
import { label, literal } from '../../integrations/slack/blocks/text.js';
import { questionOf } from '../../integrations/slack/requests/question.js';
import { nameBuiltIn } from '../../src/analysis/built-in.js';
import { readClaims } from '../../src/analysis/claims/read-claims.js';
import { compileEntry } from '../../src/analysis/codebook/patterns.js';
import { builtInCodebook } from '../../src/analysis/codebook/team-codebook.js';
import { saysLeaving, saysStrongFeeling } from '../../src/analysis/polarity.js';
import { extractQuotes } from '../../src/analysis/quotes/extract-quotes.js';
import { spokenWords } from '../../src/analysis/quotes/quality.js';
import { sentencesOf } from '../../src/analysis/quotes/sentences.js';
import { rateHighlights } from '../../src/analysis/rate-highlights.js';
import { placesOf } from '../../src/answers/search/transcript.js';
import { UnreadableFile } from '../../src/core/errors.js';
import { readInterviews } from '../../src/interviews/formats/read-interviews.js';
import { maskText } from '../../src/interviews/people/mask.js';
import { nameOfFile, personOf } from '../../src/interviews/people/person.js';
import { planInterviews } from '../../src/interviews/plan-interviews.js';
import { talkIn } from '../../src/interviews/read-file.js';
import { tellingTerms } from '../../src/language/tokens.js';

const codebook = builtInCodebook().map(compileEntry);

/** Text from outside goes through each of these. */
const readers: Record<string, (text: string) => unknown> = {
  'a turn in a .txt': (text) =>
    read('a.txt', `Ann: What happened?\nBob: ${text}\nAnn: And?\nBob: Yes.`),
  'a whole .txt': (text) => read('a.txt', text),
  'lines of a .txt': (text) => read('a.txt', text.replace(/(.{60})/gs, '$1\n')),
  'a preamble in a .md': (text) =>
    read('a.md', `${text}\nAnn: What?\nBob: This.\nAnn: And?\nBob: Yes.`),
  'an answer in a guide': (text) =>
    read('a.md', `# Session notes\n\n- *What happened?* ${text}\n- *And then?*\n${text}\n`),
  'a question in a guide': (text) =>
    read('a.md', `# Guide\n\n**${text}\n> ${text}\n\n- ${text}\n> Yes.\n- And?\n> No.\n`),
  'a cue without a header': (text) => read('a.txt', `00:01 --> 00:02\n${text}\n\n${text}`),
  'a sketch of a talk': (text) => talkIn({ fileName: 'a.txt', content: Buffer.from(text) }),
  'a cue of a .vtt': (text) => read('a.vtt', `WEBVTT\n\n00:01.000 --> 00:02.000\n${text}`),
  'a voice of a .vtt': (text) => read('a.vtt', `WEBVTT\n\n00:01.000 --> 00:02.000\n<v ${text}`),
  'a note of a .vtt': (text) =>
    read('a.vtt', `WEBVTT\n\nNOTE ${text}\n\n00:01.000 --> 00:02.000\nThere was nothing.`),
  'a cell of a .csv': (text) =>
    read('a.csv', `quote,participant\n"${text.replaceAll('"', '""')}",Bob`),
  'a name in a .csv': (text) =>
    read('a.csv', `quote,participant\nNo,"${text.replaceAll('"', '""')}"`),
  'a time in a .csv': (text) =>
    read(
      'a.csv',
      `quote,time,date\nNo,"${text.replaceAll('"', '""')}","${text.replaceAll('"', '""')}"`,
    ),
  'a heading of a .csv': (text) => read('a.csv', `quote,${text}\nNo,yes`),
  'a whole .json': (text) => read('a.json', text),
  'a turn in a .json': (text) =>
    read(
      'a.json',
      JSON.stringify([
        { speaker: 'Ann', text: 'Was it?' },
        { speaker: 'Bob', text },
      ]),
    ),
  'a name in a .json': (text) =>
    read(
      'a.json',
      JSON.stringify([
        { speaker: 'Ann', text: 'Was it?' },
        { speaker: text, text: 'No' },
      ]),
    ),
  'a question and its answer': (text) =>
    extractQuotes({
      turns: [
        { speaker: 'Ann', text },
        { speaker: 'Bob', text: `Yes, ${text}` },
      ],
      interviewers: ['Ann'],
    }),
  sentences: sentencesOf,
  claims: (text) => readClaims([{ turn: 0, text, asked: text }], codebook),
  'a wish to leave or a strong feeling': (text) => [saysLeaving(text), saysStrongFeeling(text)],
  'counts of words': (text) => spokenWords({ turns: [{ speaker: 'Bob', text }], interviewers: [] }),
  highlights: (text) => rateHighlights('i', [{ quote: text, tags: [text] }], []),
  'names of groups': (text) => nameBuiltIn([{ quotes: [text, `${text} too`] }]),
  'places of quotes': (text) =>
    placesOf(
      [{ text }],
      [{ quotes: sentencesOf(text).map(({ start, end }) => text.slice(start, end)) }],
    ),
  'terms of a search': tellingTerms,
  masking: maskText,
  'a person': (text) => personOf(text, { studyId: 's', fileId: 'f', fallback: text, alone: false }),
  'a name of a file': nameOfFile,
  'a question in Slack': questionOf,
  'a message in Slack': isFollowUp,
  'a text shown in Slack': (text) => [label(text, 150), literal(text, 150)],
};

const pieces = [
  ' ',
  '\t',
  '\n',
  '\n\n',
  ' \n',
  '.',
  '. ',
  '.\n',
  '!',
  '?',
  '? ',
  '…',
  '。',
  "'",
  '"',
  '" ',
  '”',
  '(',
  ')',
  '[',
  ']',
  '(a',
  '<',
  '>',
  '<v ',
  '<a',
  '<@',
  '<a|',
  '&',
  '*',
  '_',
  '#',
  '# ',
  '- ',
  '> ',
  '-',
  ':',
  ',',
  ', ',
  ';',
  '/',
  '@',
  '|',
  '~',
  '\\',
  '{',
  'a',
  'a ',
  'A ',
  'A: ',
  'A1: b\n',
  'Aa Aa ',
  'a,',
  'a.',
  "a'",
  'a@a.',
  '1',
  '1 ',
  '1:',
  '00:00 ',
  '日',
  'é',
  '\u0301',
  'so ',
  'yes ',
  'do you ',
  'you ',
  'takes a ',
  'takes a a ',
  'at ',
  'dot ',
  'jr ',
  'like ',
  'and ',
  'um ',
  'really ',
  'very ',
  'not ',
  'ai, ',
  'I use AI to ',
  'x-',
  '. a',
];

function read(fileName: string, text: string): void {
  const at = new Date(0);
  try {
    const parsed = readInterviews(fileName, Buffer.from(text));
    const options = { studyId: 's', fileId: 'f', fileName, capturedAt: at, now: at };
    planInterviews(parsed, { ...options, mask: true, anonymous: true });
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
  }
}

/** Milliseconds of processor time; the least of several runs, since others use the machine too. */
function cost(reader: (text: string) => unknown, text: string, runs: number): number {
  let least = Number.POSITIVE_INFINITY;
  for (let run = 0; run < runs; run++) {
    const before = process.cpuUsage();
    reader(text);
    const { user, system } = process.cpuUsage(before);
    least = Math.min(least, (user + system) / 1_000);
  }
  return least;
}

const LENGTH = 8_000;
const FACTOR = 4;
/** Linear work takes 4 times as long for 4 times the text, quadratic work 16 times. */
const MOST = 9;
/** Less than this is too little to measure. */
const LEAST_MS = 15;

/** Ratio of processor time for the longer text; 0 if it is too short to measure. */
function growth(reader: (text: string) => unknown, piece: string, runs: number): number {
  const text = (length: number) => `I hate it ${piece.repeat(length / piece.length)}x`;
  const longer = cost(reader, text(LENGTH * FACTOR), runs);
  return longer < LEAST_MS ? 0 : longer / cost(reader, text(LENGTH), 2 * runs);
}

describe.each(Object.entries(readers))('%s', (_, reader) => {
  it('takes processor time in proportion to its length, whatever it is made of', () => {
    reader('I hate it. '.repeat(1_000)); // once, to be compiled
    // Others use the machine too: what looks slow is looked at again, longer.
    const slow = pieces.find((piece) =>
      [1, 2, 4].every((runs) => growth(reader, piece, runs) > MOST),
    );
    expect(slow).toBeUndefined();
  });
});
