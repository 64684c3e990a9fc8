import { expect, it } from 'vitest';
import { createModels } from '../../integrations/models/index.js';
import { ask } from '../../src/answers/ask/ask.js';
import type { Context } from '../../src/core/context.js';
import { readTalks } from '../analysis/interviews.js';
import { useDatabase } from '../support/database.js';
import { seed } from './seed.js';

const database = useDatabase();
const team = async (): Promise<Context> => database.context(await database.createTeam());

it('shows the words of a person that no theme has taken up yet, without citing them', async () => {
  const ctx = await team();
  const said = 'The price of the second seat was far too much for our small shop.';
  await readTalks(ctx, [{ id: 'i1', study: 'st1', person: 'Pete Hallworth', answers: [said] }]);
  const { parts, citations } = await ask(ctx, 'What did Pete Hallworth say?');
  expect(parts.kind).toBe('near');
  expect(parts.quotes.map(({ item }) => item.quote)).toEqual([said]);
  expect(citations).toEqual([]);
});

it('says that there are no words of a person who said nothing', async () => {
  const ctx = await team();
  await readTalks(ctx, [{ id: 'i1', study: 'st1', person: 'Pete Hallworth', answers: ['Yes.'] }]);
  const { parts } = await ask(ctx, 'What did Pete Hallworth say?');
  expect(parts).toMatchObject({ kind: 'not covered', quotes: [] });
});

it('takes “the app” for a subject if the person spoke of an app', async () => {
  const ctx = await team();
  const person = 'Tomasz Wilkowski';
  await seed(ctx, [
    { id: 'app', quote: 'The wholesaler has an app and I like it.', person, theme: 'apps' },
    {
      id: 'flour',
      quote: 'I find out about the flour when I open the box.',
      person,
      theme: 'flour',
    },
  ]);
  const { parts } = await ask(ctx, 'What did Tomasz Wilkowski say about the app?');
  expect(parts.quotes[0]?.item.evidenceId).toBe('app');
});

it('says that questions are understood in English only, if there is no model', async () => {
  const ctx = await team();
  await seed(ctx, [{ id: 'late', quote: 'The reminders are what gets us paid.', theme: 'late' }]);
  const models = createModels({}); // as in a service without models
  const answerTo = async (question: string) => (await ask({ ...ctx, models }, question)).answer;
  expect(await answerTo('Was sagen die Leute über Mahnungen?')).toMatch(/in English/);
  expect(await answerTo('¿Qué dicen los clientes sobre el precio?')).toMatch(/in English/);
  expect(await answerTo('How do plumbers train apprentices?')).not.toMatch(/in English/);
});
