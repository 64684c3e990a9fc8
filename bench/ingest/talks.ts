import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const TURN = /^(?=(?:Assistant|AI|User): )/m;
const label = /^(Assistant|AI|User): /;

/** A question and one person's answer. */
type Exchange = readonly [string, string];

/** Every exchange in the interviews that label their turns this way, in the order of the files. */
function exchangesOf(corpus: string): Exchange[] {
  const root = join(corpus, 'interviews');
  const files = readdirSync(root)
    .filter((study) => study.startsWith('ai-'))
    .sort()
    .flatMap((study) => {
      const names = readdirSync(join(root, study)).sort();
      return names.filter((name) => name.endsWith('.txt')).map((name) => join(root, study, name));
    });
  return files.flatMap((file) => {
    const turns = readFileSync(file, 'utf8')
      .split(TURN)
      .filter((turn) => label.test(turn));
    return turns.flatMap((turn, at) => {
      const next = turns[at + 1];
      return !turn.startsWith('User') && next?.startsWith('User') ? [[turn, next] as const] : [];
    });
  });
}

const spoken = (turn: string): string => turn.replace(label, '').replace(/\s+/g, ' ').trim();
const wordsIn = (text: string): number => text.split(/\s+/).length;

/** The exchanges in a different order for each talk, so that no two talks are the same. */
function* shuffled(exchanges: readonly Exchange[], seed: number): Generator<Exchange> {
  let state = seed;
  const left = [...exchanges];
  while (left.length > 0) {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    yield left.splice(state % left.length, 1)[0] as Exchange;
  }
}

/**
 * Writes talks of about `words` words each into a folder: real exchanges, in a different order for each talk.
 * Returns their total number of words.
 */
export function writeTalks(corpus: string, folder: string, talks: number, words: number): number {
  const exchanges = exchangesOf(corpus);
  if (exchanges.length === 0) throw new Error('CORPUS_DIR holds no interviews.');
  mkdirSync(folder, { recursive: true });
  let total = 0;
  for (let talk = 1; talk <= talks; talk++) {
    const lines: string[] = [];
    let count = 0;
    for (const [asked, answered] of shuffled(exchanges, talk)) {
      if (count >= words) break;
      const pair = [`Interviewer: ${spoken(asked)}`, `Person ${talk}: ${spoken(answered)}`];
      lines.push(...pair);
      count += wordsIn(pair.join(' '));
    }
    const text = `${lines.join('\n\n')}\n`;
    writeFileSync(join(folder, `talk-${String(talk).padStart(3, '0')}.txt`), text);
    total += wordsIn(text);
  }
  return total;
}
