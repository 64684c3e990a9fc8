import { expect, it } from 'vitest';
import { extractQuotes } from '../../src/analysis/quotes/extract-quotes.js';
import { readInterviews } from '../../src/ingest/formats/read-interviews.js';
import { planInterviews } from '../../src/ingest/plan-interviews.js';

const LENGTH = 400_000;
const much = (piece: string): string => piece.repeat(LENGTH / piece.length);
const talk = (words: string): string =>
  `Ann: What happened?\nBob: ${words}\nAnn: And then?\nBob: Fine.`;
const spoken = (speakers: number): string =>
  JSON.stringify(
    Array.from({ length: speakers }, (_, at) => ({ speaker: `Person ${at}`, text: 'I waited.' })),
  );

const files: [what: string, fileName: string, content: string][] = [
  ['a line of white space', 'a.txt', talk(much('\t'))],
  ['brackets that never close', 'a.md', talk(much('(a'))],
  ['labels within a line', 'a.txt', talk(much('A: '))],
  ['clauses without a full stop', 'a.txt', talk(much('and '))],
  ['half an address again and again', 'a.txt', talk(much('a@a.'))],
  ['digits apart', 'a.txt', talk(much('1 '))],
  ['tags that never close', 'a.vtt', `WEBVTT\n\n00:01.000 --> 00:02.000\n${much('<v ')}`],
  ['one cell', 'a.csv', `quote,participant\n"${much('a""')}",Bob`],
  ['two hundred speakers', 'a.json', spoken(200)],
];

/** What took for ever here would stop the whole process: there is one thread. */
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
  ['lists within lists', 'a.json', much('['), /no JSON/],
  [
    'lists within lists that close',
    'a.json',
    `${'['.repeat(5_000)}${']'.repeat(5_000)}`,
    /no JSON|no interview/,
  ],
  [
    'more than two hundred speakers',
    'a.json',
    spoken(201),
    /201 speakers in one talk, and 200 is the limit/,
  ],
  ['a quote that never closes', 'a.csv', `quote,participant\n"${much('a,')}`, /./],
])('a file made of %s is refused', (_, fileName, content, why) => {
  expect(() => readInterviews(fileName, Buffer.from(content))).toThrow(why);
});
