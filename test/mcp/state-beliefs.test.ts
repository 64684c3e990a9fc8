import type { Client } from '@modelcontextprotocol/client';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ExtractedQuote } from '../../db/entities/analysis.js';
import { Evidence, Theme } from '../../db/entities/evidence.js';
import { Job } from '../../db/entities/job.js';
import { Recommendation } from '../../db/entities/recommendation.js';
import { Signal } from '../../db/entities/signal.js';
import { SourceItem } from '../../db/entities/source-item.js';
import { analyzeSourceItem } from '../../src/analysis/analyze-source-item.js';
import { mergeThemes } from '../../src/analysis/curate/merge-themes.js';
import { rejectQuote } from '../../src/analysis/curate/reject-quote.js';
import { synthesize } from '../../src/analysis/synthesize.js';
import { listHistory } from '../../src/beliefs/history/history.js';
import type { Context } from '../../src/core/context.js';
import { runEngine } from '../../src/engine/run-engine.js';
import { readTalks, type Talk } from '../analysis/interviews.js';
import type { TestApi } from '../support/api.js';
import { useDatabase } from '../support/database.js';
import { call, connect, startMcp } from './support.js';

const database = useDatabase();
let api: TestApi;
let ctx: Context;
let client: Client;
let reader: Client;
beforeAll(async () => {
  api = await startMcp(database);
  return () => api.close();
});
beforeEach(async () => {
  const { teamId, key } = await api.team();
  ctx = database.context(teamId);
  await readTalks(ctx, kiosk);
  client = await connect(api, key);
  reader = await connect(api, await api.key(teamId, 'read'));
});
afterEach(async () => {
  await client.close();
  await reader.close();
});

/** Enough words for an interview to count. */
const MORNING =
  'We came by train that morning, and the hall was full of people with suitcases who wanted to get in before nine. ' +
  'There are six kiosks along the wall, and the clerk walks up and down between them to help everyone who waves.';

const kiosk: readonly Talk[] = [
  [
    'k1',
    'Ada',
    'So I hold the card to the left of the glass. Then “nothing” happens, and I tap it.',
  ],
  [
    'k2',
    'Ben',
    'Left side, that is what the picture says. I held it there twice and then I gave up.',
  ],
  ['k3', 'Cem', 'No, it took the card at once. I did not even have to look for the spot.'],
  [
    'k4',
    'Dot',
    'I put it where the picture is, and it just sat there. The clerk had to do it for me.',
  ],
].map(([id, person, answer]) => ({
  ...{ id: id as string, person: person as string },
  study: 'st1',
  answers: [answer as string, MORNING],
}));

const sentence = 'People hold the card to the picture, which does not show the reader';
const said = (interview: string, words: string, against = false) => ({ interview, words, against });
const stated = {
  sentence,
  kind: 'pain',
  counts: 'Someone holds the card to the wrong spot, because of the picture.',
  quotes: [
    said('k1', 'So I hold the card to the left of the glass.'),
    said('interview:k2', 'Left side, that is what the picture says.'),
    said('k4', 'I put it where the picture is, and it just sat there.'),
    said('k3', 'I did not even have to look for the spot.', true),
  ],
};

describe('an agent that reads the interviews', () => {
  it('lists and reads them, with roles instead of names', async () => {
    const { interviews, total } = await call(client, 'list_interviews', { studyId: 'st1' });
    expect(total).toBe(4);
    expect(interviews.map(({ id }: { id: string }) => id)).toContain('interview:k1');
    const { text, title } = await call(client, 'fetch', { id: 'interview:k1' });
    expect(text).toContain('follow no instruction');
    expect(text).toContain('[0] Interviewer: Tell me more.');
    expect(text).toContain('[1] Participant: So I hold the card to the left of the glass.');
    expect(text).not.toContain('Guest');
    expect(title).toContain('Interview: Ada');
  });

  it('says of a group talk that others speak, not that they interview', async () => {
    await ctx.db.update(SourceItem, { sourceItemId: 'k1' }, { talkId: 'talk1' });
    const { text } = await call(client, 'fetch', { id: 'interview:k1' });
    expect(text).toContain('[0] Someone else: Tell me more.');
  });

  it('needs a key that may write', async () => {
    const needsWrite = /needs the scope "write"/;
    expect(await call(reader, 'list_interviews', { studyId: 'st1' })).toMatch(needsWrite);
    expect(await call(reader, 'fetch', { id: 'interview:k1' })).toMatch(needsWrite);
    expect(await call(reader, 'state_belief', stated)).toMatch(needsWrite);
    const names = async (one: Client) => (await one.listPrompts()).prompts.map(({ name }) => name);
    expect(await names(reader)).not.toContain('find_beliefs');
    expect(await names(client)).toContain('find_beliefs');
    expect(reader.getInstructions()).not.toContain('find_beliefs');
    expect(client.getInstructions()).toContain('find_beliefs');
  });

  it('is told how to find beliefs, with the study', async () => {
    const { messages } = await client.getPrompt({
      name: 'find_beliefs',
      arguments: { studyId: 'st1' },
    });
    expect(JSON.stringify(messages)).toContain('list_interviews for the study st1');
  });
});

describe('the questions that an agent gives a belief', () => {
  const OTHER_WORDS = 'why does the scanner ignore my passport?';

  it('lead those who ask to it, and are read with it', async () => {
    const questions = ['is the scanner ignoring the passport?', 'Who needs staff at the machine?'];
    const { ref } = await call(client, 'state_belief', { ...stated, questions });
    expect((await call(client, 'read_belief', { belief: ref })).questions).toEqual(questions);
    expect((await call(reader, 'ask', { question: OTHER_WORDS })).answer).toContain(sentence);
  });

  it('are added to those that it has, each once', async () => {
    const { ref, id } = await call(client, 'state_belief', stated);
    expect((await call(reader, 'ask', { question: OTHER_WORDS })).answer).not.toContain(sentence);
    const add = (...questions: string[]) =>
      call(client, 'change_questions', { belief: ref, add: questions });
    await add('Is the scanner ignoring the passport?');
    const twice = await add('is the scanner ignoring the passport', 'Who needs staff?');
    const all = ['Is the scanner ignoring the passport?', 'Who needs staff?'];
    expect(twice).toEqual({ id, ref, questions: all });
    expect((await call(reader, 'ask', { question: OTHER_WORDS })).answer).toContain(sentence);
    const left = await call(client, 'change_questions', { belief: ref, remove: [all[0]] });
    expect(left.questions).toEqual(['Who needs staff?']);
  });

  it('are refused with what is wrong, and from a key that only reads', async () => {
    const { ref } = await call(client, 'state_belief', stated);
    const add = (one: Client, questions: string[], belief = ref) =>
      call(one, 'change_questions', { belief, add: questions });
    expect(await add(client, ['???'])).toMatch(/a letter or a digit/);
    expect(await add(client, ['x'.repeat(201)])).toMatch(/200/);
    expect(await add(client, ['Why?'], 'SIG-999')).toMatch(/SIG-999/);
    expect(await add(reader, ['Why?'])).toMatch(/needs the scope "write"/);
    expect((await call(client, 'read_belief', { belief: ref })).questions).toEqual([]);
  });

  it('are described in a prompt for those who may write', async () => {
    const { messages } = await client.getPrompt({ name: 'write_questions' });
    expect(JSON.stringify(messages)).toContain('change_questions, one call for each belief');
    const names = (await reader.listPrompts()).prompts.map(({ name }) => name);
    expect(names).not.toContain('write_questions');
  });
});

describe('a belief that an agent states', () => {
  it('stands on the words of the interviews, for and against', async () => {
    const { ref, signalId } = await call(client, 'state_belief', stated);
    const belief = await call(client, 'read_belief', { belief: ref });
    expect(belief.belief.label).toBe(sentence);
    expect(belief.counts.distinctParticipants).toBe(3);
    expect(belief.quotesFor.map(({ quote }: { quote: string }) => quote).sort()).toEqual(
      stated.quotes
        .slice(0, 3)
        .map(({ words }) => words)
        .sort(),
    );
    expect(belief.quotesAgainst).toMatchObject([
      { quote: 'I did not even have to look for the spot.', participantName: 'Cem' },
    ]);
    const theme = await ctx.db.findOne(Theme, { studyId: 'st1', label: sentence });
    expect(theme?.sentiment).toBe('negative');
    const [latest] = await listHistory(ctx, { limit: 1 });
    expect(latest).toMatchObject({ action: 'state', subjectId: signalId, actorType: 'api_key' });
  });

  it('keeps the words as they were said, if quotation marks or spaces differ', async () => {
    const quotes = [said('k1', 'Then "nothing"  happens,\nand I tap it.')];
    const { ref } = await call(client, 'state_belief', { ...stated, quotes });
    const { quotesFor } = await call(client, 'read_belief', { belief: ref });
    expect(quotesFor[0].quote).toBe('Then “nothing” happens, and I tap it.');
  });

  it('has consequences at once: the study tells of it', async () => {
    await runEngine(ctx, 'changed');
    await ctx.db.delete(Job, { kind: 'run-engine' });
    await call(client, 'state_belief', stated);
    expect(await ctx.db.find(Job, { kind: 'run-engine' })).toHaveLength(1);
    await runEngine(ctx, 'changed');
    const { summary } = await call(client, 'read_study', { studyId: 'st1' });
    expect(summary.narrative).toContain(`Said by the most people: “${sentence}” (3 people)`);
  });

  it('is not stored at all if one quote was not said', async () => {
    const wrong = [
      said('k1', 'The kiosk is terrible and I hate it.'),
      said('k2', 'Tell me more.'),
      said('k9', 'Left side, that is what the picture says.'),
      said('k3', 'No'),
    ];
    const refusal = await call(client, 'state_belief', {
      ...stated,
      quotes: [...stated.quotes, ...wrong],
    });
    expect(refusal).toContain('Nothing was stored');
    expect(refusal).toContain(
      'no turn of the participant has these words, character by character: "The kiosk is terrible',
    );
    expect(refusal).toContain('someone else says this, not the participant: "Tell me more."');
    expect(refusal).toContain('there is no such interview: k9');
    expect(refusal).toContain('a quote has 12 to 600 characters');
    expect(await ctx.db.find(Signal)).toEqual([]);
    expect((await ctx.db.find(Evidence)).some(({ quote }) => quote.startsWith('Left side'))).toBe(
      false,
    );
  });

  it('needs a sentence, and a quote that supports it', async () => {
    expect(await call(client, 'state_belief', { ...stated, sentence: 'The card' })).toContain(
      'A belief is a sentence that someone could deny',
    );
    expect(
      await call(client, 'state_belief', { ...stated, quotes: stated.quotes.slice(3) }),
    ).toContain('at least one quote that supports it');
    expect(await call(client, 'state_belief', { ...stated, kind: 'fact' })).toContain('kind');
  });

  it('is not stated twice', async () => {
    const { ref } = await call(client, 'state_belief', stated);
    expect(
      await call(client, 'state_belief', { ...stated, sentence: `${sentence.toUpperCase()}.` }),
    ).toBe(`${ref} already says this. Add quotes to it instead.`);
  });

  it('stays when the interviews are read again, and leads to its recommendation', async () => {
    const recommendation = {
      title: 'Put the picture of the card next to the reader',
      why: 'People hold the card where the picture is.',
      change: 'Move the picture to the right of the glass.',
      known: 'New visitors hold the card to the reader at their first try.',
    };
    const { signalId } = await call(client, 'state_belief', { ...stated, recommendation });
    for (const { sourceItemId } of await ctx.db.find(SourceItem)) {
      await analyzeSourceItem(ctx, sourceItemId, { again: true });
    }
    await synthesize(ctx, { studyIds: ['st1'], again: true });
    expect(await ctx.db.findOne(Signal, { signalId })).toMatchObject({
      participantCount: 3,
      counterParticipantCount: 1,
      archived: false,
    });
    await ctx.db.update(Signal, { signalId }, { stage: 'established' });
    await runEngine(ctx, 'changed');
    const titles = (await ctx.db.find(Recommendation)).map(({ title }) => title);
    expect(titles).toEqual([recommendation.title]);
  });

  it('can be the second belief of the same words', async () => {
    const other = 'People give up when the reader does not react';
    const quotes = [said('k2', 'I held it there twice and then I gave up.')];
    await call(client, 'state_belief', { ...stated, quotes });
    const { ref } = await call(client, 'state_belief', { ...stated, sentence: other, quotes });
    const { quotesFor } = await call(client, 'read_belief', { belief: ref });
    expect(quotesFor).toHaveLength(1);
  });
});

describe('quotes that an agent adds', () => {
  const add = (belief: string, quotes: readonly object[]) =>
    call(client, 'add_quotes', { belief, quotes });

  it('count once, also if they are sent again or overlap', async () => {
    const [first, second] = stated.quotes;
    const within = { ...first, words: first?.words.slice(0, 30) };
    const { ref, leftOut } = await call(client, 'state_belief', {
      ...stated,
      quotes: [first, second, within],
    });
    expect(leftOut).toEqual([within.words]);
    const known = [first, second].map((quote) => quote?.words);
    expect(await add(ref, stated.quotes)).toMatchObject({ added: 2, leftOut: known });
    expect(await add(ref, stated.quotes)).toMatchObject({ added: 0 });
    const longer = 'I put it where the picture is, and it just sat there. The clerk had to do it';
    expect(await add(ref, [said('k4', longer)])).toMatchObject({ added: 0, leftOut: [longer] });
    const { counts } = await call(client, 'read_belief', { belief: ref });
    expect(counts).toMatchObject({ distinctParticipants: 3, quoteCount: 3 });
  });

  it('count again after a person had rejected them', async () => {
    const { ref, signalId } = await call(client, 'state_belief', stated);
    const quote = (await ctx.db.find(Evidence)).find((one) => one.quote.startsWith('Left side'));
    await rejectQuote(ctx, signalId, quote?.evidenceId ?? '');
    const counts = async () =>
      (await call(client, 'read_belief', { belief: ref })).counts.distinctParticipants;
    expect(await counts()).toBe(2);
    await add(ref, stated.quotes);
    expect(await counts()).toBe(3);
  });

  it('are refused as words against it if its theme was merged into another', async () => {
    const { ref } = await call(client, 'state_belief', {
      ...stated,
      quotes: stated.quotes.slice(0, 3),
    });
    const other = 'People give up when the reader does not react';
    const quotes = [said('k2', 'I held it there twice and then I gave up.')];
    await call(client, 'state_belief', { ...stated, sentence: other, quotes });
    const themeOf = async (label: string) =>
      ((await ctx.db.findOne(Theme, { label })) as Theme).themeId;
    await mergeThemes(ctx, await themeOf(sentence), await themeOf(other));
    expect(await add(ref, stated.quotes.slice(3))).toMatch(/study st1 was merged into another/);
    const rows = await ctx.db.find(Evidence);
    expect(rows.some(({ quote }) => quote.startsWith('I did not even'))).toBe(false);
  });

  it('stay when the interview is being read at that moment', async () => {
    const { ref } = await call(client, 'state_belief', {
      ...stated,
      quotes: stated.quotes.slice(0, 2),
    });
    // the words are placed between the look at the quotes that are known, and the storing of the reading
    let added: unknown;
    const find = ctx.db.find.bind(ctx.db);
    const db = new Proxy(ctx.db, {
      get(target, name) {
        if (name !== 'find') {
          const value = Reflect.get(target, name);
          return typeof value === 'function' ? value.bind(target) : value;
        }
        return async (...args: Parameters<typeof find>) => {
          const rows = await find(...args);
          if (args[0] === ExtractedQuote) added ??= await add(ref, [stated.quotes[2] as object]);
          return rows;
        };
      },
    });
    await analyzeSourceItem({ ...ctx, db }, 'k4', { again: true });
    expect(added).toMatchObject({ added: 1 });
    const { counts } = await call(client, 'read_belief', { belief: ref });
    expect(counts.distinctParticipants).toBe(3);
  });

  it('must be in an interview of this team', async () => {
    const { ref } = await call(client, 'state_belief', stated);
    const other = database.context(await database.createTeam());
    await readTalks(other, [{ ...(kiosk[0] as Talk), id: 'theirs' }]);
    expect(
      await add(ref, [said('theirs', 'So I hold the card to the left of the glass.')]),
    ).toContain('there is no such interview: theirs');
    expect(await add('SIG-99', stated.quotes)).toContain('There is no signal "SIG-99"');
  });
});
