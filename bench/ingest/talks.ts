import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const TURN = /^(?=(?:Assistant|AI|User): )/m;
const label = /^(Assistant|AI|User): /;

/** A question, and what one person answered. */
type Exchange = readonly [string, string];

/** Every exchange of the interviews whose turns are labelled so, in the order of their files. */
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

/**
 * Writes talks of about `words` words each into a folder: real exchanges, one after the other and from the start again,
 * each talk with its own participant. Returns their total number of words.
 */
export function writeTalks(corpus: string, folder: string, talks: number, words: number): number {
  const exchanges = exchangesOf(corpus);
  if (exchanges.length === 0) throw new Error('CORPUS_DIR holds no interviews.');
  mkdirSync(folder, { recursive: true });
  let next = 0;
  let total = 0;
  for (let talk = 1; talk <= talks; talk++) {
    const lines: string[] = [];
    for (let count = 0; count < words; ) {
      const [asked, answered] = exchanges[next++ % exchanges.length] as Exchange;
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
