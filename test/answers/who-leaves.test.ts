import { expect, it } from 'vitest';
import { ActionCard } from '../../db/entities/action-card.js';
import { ask } from '../../src/answers/ask/ask.js';
import type { Context } from '../../src/core/context.js';
import { importSnapshot } from '../../src/operations/snapshot/import-snapshot.js';
import { lines, now } from '../demo/demo-lines.js';
import { useDatabase } from '../support/database.js';
import { seed } from './seed.js';

const database = useDatabase();
const team = async () => database.context(await database.createTeam(), { now });

async function demo(): Promise<Context> {
  const ctx = await team();
  await importSnapshot(ctx, () => lines.map((line) => JSON.stringify(line)));
  return ctx;
}

const peopleOf = async (ctx: Context, question: string) =>
  (await ask(ctx, question)).parts.quotes.map(({ item }) => item.participantName);

it('answers who leaves, and why, with the words of those whom a call was opened for', async () => {
  const ctx = await demo();
  for (const question of [
    'Why do customers cancel or leave?',
    'Which customers are at risk?',
    'Is anyone about to quit?',
    'Why do people stop using the app?',
  ]) {
    const { parts, citations } = await ask(ctx, question);
    expect(parts.lead, question).toBe('3 people left or may leave, in their own words:');
    expect(parts.kind).toBe('answered');
    expect(parts.closing).toBe(
      'Related: SIG-13, ‘Paying for the second person feels like a penalty’.',
    );
    expect(citations.map(({ signalId }) => signalId)).toEqual(['sig-second-login']);
    expect(await peopleOf(ctx, question)).toEqual(['Terry Blunt', 'Callum Reid', 'Gareth Pugh']);
  }
  await ctx.db.update(
    ActionCard,
    { actionCardId: 'card-terry-leaving' },
    { resolvedAt: now, resolution: 'dismissed' },
  );
  expect(await peopleOf(ctx, 'Who may leave?')).toEqual(['Callum Reid', 'Gareth Pugh']);
});

it('takes a question with another subject, a negation or a time without leavers as before', async () => {
  const ctx = await demo();
  for (const question of [
    'Why do people leave the site early?',
    'Do customers leave reviews online?',
    'Who does not want to leave?',
    'Who left in March 2020?',
  ])
    expect((await ask(ctx, question)).parts.lead, question).not.toMatch(/may leave/);
});

it('finds people who leave by their words if no call was opened', async () => {
  const ctx = await team();
  await seed(ctx, [
    { id: 'gone', quote: 'We cancelled our subscription last spring.', person: 'Ann' },
    { id: 'meeting', quote: 'They cancelled the meeting about our account.', person: 'Ben' },
  ]);
  const { parts } = await ask(ctx, 'Why do people cancel?');
  expect(parts.lead).toBe('1 person left or may leave, in their own words:');
  expect(parts.quotes.map(({ item }) => item.evidenceId)).toEqual(['gone']);
  expect(parts.closing).toBe('');
});
