import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ask } from '../../src/answers/ask/ask.js';
import { nearestBeliefs } from '../../src/answers/ask/nearest-beliefs.js';
import { useDatabase } from '../support/database.js';
import { seed } from './seed.js';

const database = useDatabase();
const file = new URL('../../src/answers/ask/common-questions.txt', import.meta.url);
const groups = readFileSync(file, 'utf8')
  .split('\n= ')
  .slice(1)
  .map((group) => group.trim().split('\n'));

describe('common questions', () => {
  it('belong to distinct beliefs, and none is there twice for one of them', () => {
    expect(groups.length).toBeGreaterThan(400);
    expect(new Set(groups.map(([belief]) => belief)).size).toBe(groups.length);
    for (const [belief, ...questions] of groups) {
      expect(questions.length, belief).toBeGreaterThanOrEqual(10);
      expect(new Set(questions).size, belief).toBe(questions.length);
      for (const question of questions) expect(question).toMatch(/^[^=#\s].{5,139}$/);
    }
  });

  it('lead to the belief that says the same, and are never taken for ones that it answers', async () => {
    const ctx = database.context(await database.createTeam('Borrowing'));
    const themes = { a: 'supports' } as const;
    await seed(
      ctx,
      [
        { id: 'a1', theme: 'a', quote: 'I could not open the folder.' },
        { id: 'b1', theme: 'b', quote: 'It just says that something went wrong.' },
        { id: 'c1', theme: 'c', quote: 'I wait on hold for an hour each time.' },
      ],
      [
        {
          id: 'access',
          themes,
          label: 'People do not have the access they need, or have to ask for it',
        },
        {
          id: 'errors',
          themes: { b: 'supports' },
          label: 'Error messages do not tell people what to do',
        },
        { id: 'waiting', themes: { c: 'supports' }, label: 'People wait long on the phone' },
      ],
    );
    const common = groups.find(([belief]) => belief?.startsWith('People do not have the access'));
    const questions = (common ?? []).slice(1);
    const found = await Promise.all(questions.map((question) => ask(ctx, question)));
    const right = found.filter(({ parts }) => parts.beliefs[0]?.signalId === 'access');
    expect(right.length).toBeGreaterThan(questions.length / 2);
    expect(found.filter(({ parts }) => parts.kind === 'answered')).toEqual([]);
    const statements = questions.filter((_, at) => right.includes(found[at]!));
    const filed = await Promise.all(statements.map((text) => nearestBeliefs(ctx, text, 3)));
    const guessed = filed.filter(({ nearest }) => nearest);
    expect(guessed.length).toBeLessThan(statements.length / 2);
  });
});
