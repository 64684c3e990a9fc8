import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readInterviews } from '../../src/interviews/formats/formats.js';
import type { ParsedTranscript } from '../../src/interviews/formats/parsed-file.js';
import { hideNames, maskText } from '../../src/interviews/mask.js';
import { OwnWords } from '../../src/interviews/participants/own-words.js';
import { findInterviewers } from '../../src/interviews/roles/find-interviewers.js';

const word = fc.stringMatching(/^[a-zäöüß]{2,9}$/);
const sentence = fc
  .tuple(fc.array(word, { minLength: 4, maxLength: 14 }), fc.constantFrom('.', '?', '!'))
  .map(([words, end]) => `${words.join(' ').replace(/^./, (first) => first.toUpperCase())}${end}`);
const said = fc.array(sentence, { minLength: 1, maxLength: 4 }).map((all) => all.join(' '));
const speakers = fc.constantFrom(
  ['Mara Lind', 'Ole Berg'],
  ['Interviewer', 'Participant'],
  ['Speaker 1', 'Speaker 2'],
  ['Jörg', 'Zoë'],
  ['Dr. Lee', 'P07'],
  ['Mara Lind', 'Ole Berg', 'Iva Holm'],
);
/** A talk in which nobody speaks twice in a row, each speaking at least twice. */
const talk = speakers.chain((names) =>
  fc
    .array(said, { minLength: names.length * 2, maxLength: 20 })
    .map((turns) =>
      turns.map((text, at) => ({ speaker: names[at % names.length]!, text, atSecs: 7 * at })),
    ),
);
type Talk = { speaker: string; text: string; atSecs: number }[];

const two = (number: number) => String(number).padStart(2, '0');
const clock = (secs: number) => `${two(Math.floor(secs / 60))}:${two(secs % 60)}`;

const WRITERS: Record<string, { file: string; timed: boolean; write(turns: Talk): string }> = {
  otter: {
    ...{ file: 'a.txt', timed: true },
    write: (turns) =>
      turns.map((one) => `${one.speaker}  ${clock(one.atSecs)}  \n${one.text}\n`).join('\n'),
  },
  inline: {
    ...{ file: 'a.txt', timed: false },
    write: (turns) => turns.map((one) => `${one.speaker}: ${one.text}`).join('\n\n'),
  },
  'time before': {
    ...{ file: 'a.txt', timed: true },
    write: (turns) =>
      turns.map((one) => `[00:${clock(one.atSecs)}] ${one.speaker}: ${one.text}`).join('\n'),
  },
  bold: {
    ...{ file: 'a.md', timed: false },
    write: (turns) => turns.map((one) => `**${one.speaker}:** ${one.text}`).join('\n\n'),
  },
  voices: {
    ...{ file: 'a.vtt', timed: true },
    write: (turns) =>
      `WEBVTT\n\n${turns.map((one) => `00:${clock(one.atSecs)}.000 --> 00:${clock(one.atSecs + 5)}.000\n<v ${one.speaker}>${one.text}</v>`).join('\n\n')}`,
  },
  subtitles: {
    ...{ file: 'a.srt', timed: true },
    write: (turns) =>
      turns
        .map(
          (one, at) =>
            `${at + 1}\n00:${clock(one.atSecs)},000 --> 00:${clock(one.atSecs + 5)},000\n${one.speaker}: ${one.text}`,
        )
        .join('\n\n'),
  },
};

const read = (file: string, text: string): ParsedTranscript =>
  readInterviews(file, new TextEncoder().encode(text))[0] as ParsedTranscript;

describe('whatever is said', () => {
  it.each(Object.entries(WRITERS))(
    'a talk written in the way of %s is read as it was',
    (_, way) => {
      fc.assert(
        fc.property(talk, fc.constantFrom('\n', '\r\n'), (turns, end) => {
          const parsed = read(way.file, way.write(turns).replaceAll('\n', end));
          const expected = turns.map(({ atSecs, ...turn }) =>
            way.timed ? { ...turn, atSecs } : turn,
          );
          expect(parsed.turns).toEqual(expected);
        }),
      );
    },
  );

  it('somebody interviews and somebody does not, the same however often one asks', () => {
    fc.assert(
      fc.property(talk, (turns) => {
        const interviewers = findInterviewers(turns);
        const names = new Set(turns.map(({ speaker }) => speaker));
        expect(interviewers.length).toBeGreaterThan(0);
        expect(interviewers.length).toBeLessThan(names.size);
        expect(findInterviewers(turns)).toEqual(interviewers);
      }),
    );
  });

  it('a mask takes only addresses and numbers, and once', () => {
    const plain = fc.array(said, { minLength: 1 }).map((all) => all.join(' '));
    const secret = fc.constantFrom(
      ['ann.lee@example.org', '[email]'],
      ['ann dot lee at example dot com', '[email]'],
      ['+49 170 1234567', '[phone]'],
      ['(030) 123-45678', '[phone]'],
      ['555-123-4567', '[phone]'],
      ['4111 1111 1111 1111', '[card number]'],
      ['5500-0000-0000-0004', '[card number]'],
    );
    const kept = fc.constantFrom(
      '2024-05-01',
      '31.12.2023',
      '1,200',
      '3.5',
      '2019-2020',
      '24/7',
      'at 10:30',
      '100 000',
    );
    fc.assert(
      fc.property(plain, secret, kept, (text, [value, mask], number) => {
        const masked = maskText(`${text} Write ${value}, since ${number} it is so. ${text}`);
        expect(masked).toBe(`${text} Write ${mask}, since ${number} it is so. ${text}`);
        expect(maskText(masked)).toBe(masked);
      }),
    );
  });

  it('a hidden name is gone and every other word stays', () => {
    fc.assert(
      fc.property(said, said, (before, after) => {
        const hidden = hideNames(
          `${before} Ole Berg and Ole. ${after}`,
          new Map([['Ole Berg', 'P1']]),
        );
        expect(hidden).toBe(`${before} P1 and P1. ${after}`);
      }),
    );
  });

  it('of a text with a person’s words only the rest is left', () => {
    fc.assert(
      fc.property(fc.array(word, { minLength: 8, maxLength: 30 }), fc.nat(), (words, at) => {
        const spoken = words.map((one) => `x${one}`).join(' ');
        const own = new OwnWords({ quotes: [spoken], spoken: [], names: [] });
        const start = at % (words.length - 5);
        const cited = spoken
          .split(' ')
          .slice(start, start + 5)
          .join(' ');
        expect(own.redact(`They said: “${cited}” 1 and 2.`)).toBe('They said: “[erased]” 1 and 2.');
        expect(own.redact('Nothing of it is here.')).toBe('Nothing of it is here.');
      }),
    );
  });
});
