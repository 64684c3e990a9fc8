import { expect, it } from 'vitest';
import { extractQuotes } from '../../src/analysis/quotes/extract-quotes.js';
import { readInterviews } from '../../src/interviews/formats/formats.js';
import { planInterviews } from '../../src/interviews/plan-interviews.js';

const LENGTH = 400_000;
const much = (piece: string, length = LENGTH): string => piece.repeat(length / piece.length);
/** The longest word that is allowed. */
const word = (piece: string): string => much(piece, 9_900);
const talk = (words: string): string =>
  `Ann: What happened?\nBob: ${words}\nAnn: And then?\nBob: Fine.`;
const spoken = (speakers: number): string =>
  JSON.stringify(
    Array.from({ length: speakers }, (_, at) => ({ speaker: `Person ${at}`, text: 'I waited.' })),
  );

const files: [what: string, fileName: string, content: string][] = [
  ['a line of white space', 'a.txt', talk(much('\t'))],
  ['a run of points', 'a.txt', talk(`I hate it ${word('.')}x`)],
  ['brackets that never close', 'a.md', talk(word('(a'))],
  ['labels within a line', 'a.txt', talk(much('A: '))],
  ['clauses without a full stop', 'a.txt', talk(much('and '))],
  ['half an address again and again', 'a.txt', talk(word('a@a.'))],
  ['digits apart', 'a.txt', talk(much('1 '))],
  ['tags that never close', 'a.vtt', `WEBVTT\n\n00:01.000 --> 00:02.000\n${much('<v ')}`],
  ['one cell', 'a.csv', `quote,participant\n"${much('a"" ')}",Bob`],
  ['a text without spaces in a language that has none', 'a.txt', talk(much('日本'))],
  ['two hundred speakers', 'a.json', spoken(200)],
];

/** A reader that takes for ever would keep other files from being read. */
it.each(files)('a file made of %s is read to its end', (_, fileName, content) => {
  const parsed = readInterviews(fileName, Buffer.from(content));
  const at = new Date();
  const options = { studyId: 's', fileId: 'f', fileName, capturedAt: at, now: at };
  const { interviews } = planInterviews(parsed, { ...options, mask: true, anonymous: true });
  for (const { transcript: turns = [], interviewers } of interviews) {
    extractQuotes({ turns, interviewers });
  }
  expect(interviews.length).toBeGreaterThan(0);
});

it.each([
  ['lists within lists', 'a.json', much('['), /not valid JSON/],
  [
    'lists within lists that close',
    'a.json',
    `${'['.repeat(5_000)}${']'.repeat(5_000)}`,
    /not valid JSON|no interview/,
  ],
  [
    'more than two hundred speakers',
    'a.json',
    spoken(201),
    /201 speakers in one talk \(the limit is 200\)/,
  ],
  [
    'a turn without an end',
    'a.txt',
    talk(much('and ', 1_000_004)),
    /^Turn 2 has 1,000,003 characters \(the limit is 1,000,000\)\. Split it\.$/,
  ],
  [
    'a run without a space',
    'a.txt',
    talk(much('.', 90_000)),
    /^Turn 2 has 90,000 characters without a space, "\.{40}…" \(the limit is 10,000\)/,
  ],
  [
    'a speaker with an endless name',
    'a.json',
    JSON.stringify([{ speaker: much('a('), text: 'I waited.' }]),
    /^The name of a speaker "(?:a\(){20}…" has 400,000 characters \(the limit is 200\)\.$/,
  ],
  [
    'a participant with an endless name',
    'a.csv',
    `quote,participant\nI waited.,${much('a ')}`,
    /^The name of a participant .* has 399,999 characters \(the limit is 200\)\.$/,
  ],
  [
    'more turns than a talk has',
    'a.txt',
    'Ann: And?\nBob: No.\n'.repeat(10_001),
    /^It has 20,002 turns in one talk \(the limit is 20,000\)\. Split it\.$/,
  ],
  [
    'more highlights than can be',
    'a.csv',
    `quote\n${'It was late.\n'.repeat(20_001)}`,
    /^It has 20,001 highlights \(the limit is 20,000\)\. Split it\.$/,
  ],
  ['a quote that never closes', 'a.csv', `quote,participant\n"${much('a,')}`, /./],
])('a file made of %s is refused', (_, fileName, content, why) => {
  expect(() => readInterviews(fileName, Buffer.from(content))).toThrow(why);
});
