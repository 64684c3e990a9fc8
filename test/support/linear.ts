import { describe, expect, it } from 'vitest';

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

/** Tests of readers of foreign text, by name: each takes time in proportion to its text. */
export function expectLinear(readers: Record<string, (text: string) => unknown>): void {
  describe.each(Object.entries(readers))('%s', (_, reader) => {
    it('takes processor time in proportion to its length, whatever it is made of', () => {
      reader('I hate it. '.repeat(1_000)); // once, to be compiled
      // Others use the machine too: what looks slow is looked at again, longer.
      const slow = pieces.find((piece) =>
        [1, 2, 4].every((runs) => growth(reader, piece, runs) > MOST),
      );
      expect(slow).toBeUndefined();
    }, 300_000);
  });
}
