import { monitorEventLoopDelay } from 'node:perf_hooks';
import { expect, it } from 'vitest';
import { openStudyNamed } from '../../src/interviews/open-study.js';
import { takeFile } from '../../src/interviews/take-file.js';
import { useDatabase } from '../support/database.js';

const database = useDatabase();

const THINGS = [
  'invoice',
  'export',
  'contract',
  'calendar',
  'report',
  'password',
  'receipt',
  'form',
];
const COMPLAINTS = [
  'I cannot find the one I need, so I keep a list on paper next to the screen',
  'it takes me an hour every Friday and I still do not trust the numbers',
  'we waited three weeks and nobody could tell us who had it',
  'it is slow, and it forgets what I typed when I go back',
  'my colleague does it for me, because I would not know where to begin',
];

/** An interview of about this many characters, in which no two answers are alike. */
function longTalk(characters: number): string {
  const turns: string[] = [];
  for (let at = 0, length = 0; length < characters; at++) {
    const thing = THINGS[at % THINGS.length];
    const answers = COMPLAINTS.map((said, place) => `With ${thing} ${at}.${place}, ${said}.`);
    const turn = `Ann: What about the ${thing} on day ${at}?\nBob: ${answers.join(' ')}`;
    turns.push(turn);
    length += turn.length + 1;
  }
  return turns.join('\n');
}

const files: [what: string, fileName: string, content: string, outcome: string][] = [
  ['a talk of 2 MB', 'long.txt', longTalk(1_950_000), 'new'],
  ['a file that fills the memory', 'memory.json', `[${'[],'.repeat(11_000_000)}[]]`, 'failed'],
];

// a ratio in the same process: whatever else the machine does slows both
it.each(files)(
  'while %s is taken in, the event loop is held for a fraction of that time',
  {
    timeout: 600_000,
  },
  async (_, fileName, text, outcome) => {
    const ctx = database.context(await database.createTeam());
    const { studyId } = await openStudyNamed(ctx, 'Study');
    const take = (name: string, content: string) =>
      takeFile(ctx, { studyId, fileName: name, content: Buffer.from(content) });
    await take('first.txt', longTalk(2_000)); // starts the thread and loads its code

    const delay = monitorEventLoopDelay({ resolution: 10 });
    delay.enable();
    const began = performance.now();
    const taken = await take(fileName, text);
    const took = performance.now() - began;
    delay.disable();
    expect(taken.outcome).toBe(outcome);
    expect(delay.max / 1e6).toBeLessThan(took / 10);
  },
);
