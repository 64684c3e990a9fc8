import { describe, expect, it } from 'vitest';
import { HOW_TO_END_IT, isFollowUp } from '../../integrations/slack/answers/thread-conversation.js';
import { isCourtesy } from '../../integrations/slack/requests/question.js';
import { useDatabase } from '../support/database.js';
import { type Bench, createBench } from '../support/slack.js';
import { load } from './team.js';

const database = useDatabase();
const ABOUT = 'why do people give up on the invoice export the first time?';
const NOBODY = 'which dinosaur was the largest?';

const sql = (text: string, ...values: unknown[]): Promise<Record<string, unknown>[]> =>
  database.dataSource.query(text, values);

async function withResearch(): Promise<Bench> {
  const bench = await createBench(database);
  await load(database, bench.teamId, []);
  return bench;
}

const mention = (text: string, more: object = {}) => ({
  type: 'app_mention',
  channel: 'C7',
  ts: '50.1',
  text: `<@UBOT> ${text}`,
  ...more,
});
const reply = (text: string, more: object = {}) => ({
  type: 'message',
  channel: 'C7',
  channel_type: 'channel',
  ts: `6${Math.random()}`,
  thread_ts: '50.1',
  text,
  ...more,
});

/** The button of the last answer in a thread whose action starts like this. */
function button(bench: Bench, action: string): { action_id: string; value: string } {
  const blocks =
    bench.slack.of('chat.update').at(-1)?.blocks ?? bench.slack.responses.at(-1)?.blocks;
  const [actions] = (blocks as { elements: { action_id: string; value: string }[] }[]).slice(-1);
  const found = actions!.elements.find(({ action_id }) => action_id.startsWith(action));
  if (!found) throw new Error(`no button ${action} among ${JSON.stringify(actions)}`);
  return { action_id: found.action_id, value: found.value };
}

describe('a thread that was answered in', () => {
  it('is asked on without a mention, and what it leaves out is known from before', async () => {
    const bench = await withResearch();
    await bench.event(mention(ABOUT));
    await bench.settle();
    await bench.event(reply('and in billing calls?'));
    await bench.settle();
    const posts = bench.slack.of('chat.postMessage');
    expect(posts.map(({ thread_ts }) => thread_ts)).toEqual(['50.1', '50.1']);
    const answer = JSON.stringify(bench.slack.of('chat.update').at(-1)?.blocks);
    expect(answer).toContain('and in billing calls?');
    expect(answer).toContain('Billing calls');
    expect(answer).toContain('rich_text_quote');
  });

  it('is left alone where people talk to each other, and other threads are too', async () => {
    const bench = await withResearch();
    await bench.event(mention(ABOUT));
    await bench.settle();
    for (const event of [
      reply('Thanks, that helps a lot.'),
      reply('<@U2> can you look at this?'),
      reply('what about it?', { thread_ts: '49.9' }),
      reply('what about it?', { thread_ts: undefined }),
      reply('what about it?', { channel: 'C8' }),
      reply('what about it?', { subtype: 'message_changed' }),
      reply('what about it?', { bot_id: 'B1' }),
      reply('what about it?', { user: 'UBOT' }),
      reply('what about it?', { user: 'U9', user_team: 'T9' }),
      // a mention comes as an event of its own
      reply('<@UBOT> what about it?'),
    ]) {
      await bench.event(event);
    }
    await bench.settle();
    expect(bench.slack.of('chat.postMessage')).toHaveLength(1);
    expect(bench.slack.of('chat.postEphemeral')).toEqual([]);
  });

  const said = (bench: Bench) => bench.slack.of('chat.postMessage').length;
  const FOLLOW_UP = 'and in billing calls?';

  it('is answered only right after an answer, and only when the person who asked asks on', async () => {
    const bench = await withResearch();
    await bench.event(mention(ABOUT));
    await bench.settle();
    await bench.event(reply(FOLLOW_UP, { user: 'U2' }));
    await bench.settle();
    expect(said(bench)).toBe(1);
    // people answer each other by now
    await bench.event(reply(FOLLOW_UP));
    await bench.settle();
    expect(said(bench)).toBe(1);
    await bench.event(mention('and in billing calls?', { ts: '50.2', thread_ts: '50.1' }));
    await bench.settle();
    await bench.event(reply('thanks!'));
    await bench.settle();
    await bench.event(reply('and why?'));
    await bench.settle();
    expect(said(bench)).toBe(3);
  });

  it.each([
    'Lunch at 12?',
    'Really?',
    'Can you look at the invoice export?',
    'should we fix the invoice export?',
    'which dinosaur was the largest?',
    'what about dinosaurs?',
    'who has time tomorrow?',
    'Is the invoice export thing at 3 pm?',
  ])('is left alone at %j', async (talk) => {
    const bench = await withResearch();
    await bench.event(mention(ABOUT));
    await bench.settle();
    await bench.event(reply(talk));
    await bench.settle();
    // and it is people's talk from here on
    await bench.event(reply(FOLLOW_UP));
    await bench.settle();
    expect(said(bench)).toBe(1);
    expect(bench.slack.of('chat.postEphemeral')).toEqual([]);
  });

  it('says once how to make the bot quiet, and a word does it', async () => {
    const bench = await withResearch();
    await bench.event(mention(ABOUT));
    await bench.settle();
    await bench.event(reply(FOLLOW_UP));
    await bench.settle();
    const answers = bench.slack.of('chat.update').map(({ blocks }) => JSON.stringify(blocks));
    expect(answers.map((answer) => answer.includes(HOW_TO_END_IT))).toEqual([true, false]);
    await bench.event(reply('Stop!', { user: 'U2' }));
    await bench.settle();
    expect(bench.slack.of('chat.postEphemeral')).toMatchObject([
      {
        user: 'U2',
        thread_ts: '50.1',
        text: expect.stringContaining('I’ll stay quiet in this thread'),
      },
    ]);
    await bench.event(reply(FOLLOW_UP));
    await bench.settle();
    expect(said(bench)).toBe(2);
    // a mention is meant for the bot all the same, and what follows it is not
    await bench.event(mention(ABOUT, { ts: '50.3', thread_ts: '50.1' }));
    await bench.settle();
    await bench.event(reply(FOLLOW_UP));
    await bench.settle();
    expect(said(bench)).toBe(3);
  });

  it.each(['stop', 'be quiet please'])('is quiet after a mention with %j', async (word) => {
    const bench = await withResearch();
    await bench.event(mention(ABOUT));
    await bench.settle();
    await bench.event(mention(word, { ts: '50.2', thread_ts: '50.1' }));
    await bench.settle();
    await bench.event(reply(FOLLOW_UP));
    await bench.settle();
    expect(said(bench)).toBe(1);
    expect(bench.slack.of('chat.postEphemeral')).toHaveLength(1);
  });

  it('is quiet after :mute: on an answer, and not after anything else', async () => {
    const bench = await withResearch();
    await bench.event(mention(ABOUT));
    await bench.settle();
    const [ts] = [...bench.slack.messages.keys()];
    const react = (reaction: string, item: object) =>
      bench.event({ type: 'reaction_added', user: 'U2', reaction, item });
    await react('mute', { type: 'message', channel: 'C7', ts: '1.1' });
    await react('eyes', { type: 'message', channel: 'C7', ts });
    await bench.event(reply(FOLLOW_UP));
    await bench.settle();
    expect(said(bench)).toBe(2);
    await react('mute', { type: 'message', channel: 'C7', ts });
    await bench.settle();
    await bench.event(reply(FOLLOW_UP));
    await bench.settle();
    expect(said(bench)).toBe(2);
  });

  it('answers a message once, whichever events tell of it', async () => {
    const bench = await withResearch();
    await Promise.all([bench.event(mention(ABOUT)), bench.event(mention(ABOUT))]);
    await bench.settle();
    expect(bench.slack.of('chat.postMessage')).toHaveLength(1);
  });

  it('knows a question from a remark', () => {
    const questions = [
      'and why?',
      'what about freelancers',
      'And how often does it happen',
      'ok, show me who said so',
      'warum?',
      '为什么？',
    ];
    const remarks = [
      'thanks!',
      'and we should fix it',
      '<@U1> why?',
      '<!here> why?',
      'https://x.example/?q=why'.replace(/.*/, '<$&>'),
      '',
    ];
    expect(questions.filter((text) => !isFollowUp(text))).toEqual([]);
    expect(remarks.filter(isFollowUp)).toEqual([]);
  });
});

describe('a word to the bot alone', () => {
  it('is a question, and the next one goes on from it', async () => {
    const bench = await withResearch();
    const direct = { channel: 'D1', channel_type: 'im', thread_ts: undefined };
    await bench.event(reply(ABOUT, direct));
    await bench.settle();
    await bench.event(reply('and in billing calls', direct));
    await bench.settle();
    expect(bench.slack.of('chat.postMessage')).toMatchObject([
      { channel: 'D1' },
      { channel: 'D1' },
    ]);
    expect(bench.slack.of('chat.postMessage')[0]).not.toHaveProperty('thread_ts');
    expect(JSON.stringify(bench.slack.of('chat.update').at(-1)?.blocks)).toContain('Billing calls');
  });
});

describe('a kind word or a nod', () => {
  it('to the bot alone, or with a mention of it, gets no answer and stays out of the way of the next question', async () => {
    const bench = await withResearch();
    const direct = { channel: 'D1', channel_type: 'im', thread_ts: undefined };
    for (const said of [
      'thanks',
      'Great, thank you!!',
      'ok',
      ':+1:',
      '👍🏽',
      ':pray::skin-tone-2: thanks a lot',
      'that’s very helpful',
      'got it',
      'haha nice',
    ]) {
      await bench.event(reply(said, direct));
    }
    await bench.event(mention('thanks!'));
    await bench.settle();
    expect(bench.slack.calls.filter(({ method }) => method.startsWith('chat.'))).toEqual([]);
    await bench.event(reply(ABOUT, direct));
    await bench.settle();
    expect(bench.slack.of('chat.postMessage')).toHaveLength(1);
  });

  it('is told from a question and from words about something', () => {
    for (const asked of [
      'ok?',
      'great, and in billing calls',
      'good onboarding',
      'no export',
      'invoice export',
      'is it good?',
      'warum',
      'SIG-12',
      '2 days',
    ]) {
      expect([asked, isCourtesy(asked)]).toEqual([asked, false]);
    }
  });
});

describe('an answer', () => {
  it('opens all its sources with belief, person, study and age', async () => {
    const bench = await withResearch();
    await bench.event(mention(ABOUT));
    await bench.settle();
    await bench.act(button(bench, 'answer.sources'));
    await bench.settle();
    const view = bench.slack.of('views.update').at(-1)!.view!;
    const shown = JSON.stringify(view);
    for (const name of ['Ana P.', 'Ben O.', 'Chidi E.', 'Fatima N.']) expect(shown).toContain(name);
    expect(shown).toContain('"SIG-12"');
    expect(shown).toContain('Onboarding interviews · 10 days ago');
    expect(shown).toContain('Evidence against it');
  });

  it('is judged by each person, who may change their mind', async () => {
    const bench = await withResearch();
    await bench.event(mention(ABOUT));
    await bench.settle();
    const { value } = button(bench, 'answer.helpful');
    const judge = (word: string, id: string): Promise<unknown> =>
      bench.act({ action_id: `answer.helpful:${word}`, value }, { user: { id, team_id: 'T1' } });
    await judge('no', 'U1');
    await judge('yes', 'U2');
    await bench.settle();
    await judge('yes', 'U1');
    await bench.settle();
    expect(
      await sql(
        'select user_id, helpful, question, covered from slack_feedback where team_id = $1 order by user_id',
        bench.teamId,
      ),
    ).toEqual([
      { user_id: 'U1', helpful: true, question: ABOUT, covered: true },
      { user_id: 'U2', helpful: true, question: ABOUT, covered: true },
    ]);
  });

  it('that nothing covers offers a study on the question, drafted once', async () => {
    const bench = await withResearch();
    await bench.event(mention(NOBODY));
    await bench.settle();
    const draft = button(bench, 'answer.draft-study');
    await Promise.all([bench.act(draft), bench.act(draft)]);
    await bench.settle();
    const drafts = await sql(
      `select name, status, learning_targets as targets from studies
        where team_id = $1 and status = 'draft'`,
      bench.teamId,
    );
    expect(drafts).toEqual([
      {
        name: NOBODY,
        status: 'draft',
        targets: [{ targetId: 'target-1', question: NOBODY, priority: 'primary' }],
      },
    ]);
    expect(bench.slack.responses.map(({ text }) => text).toSorted()).toEqual([
      'A study on this question has already been drafted.',
      `The draft study “${NOBODY}” is ready. It is in your studies as a draft.`,
    ]);
  });

  it('that is near an open gap offers a study on that gap', async () => {
    const bench = await withResearch();
    await bench.event(mention('does the invoice export hurt dinosaurs in warehouses?'));
    await bench.settle();
    await bench.act(button(bench, 'answer.draft-gap'));
    await bench.settle();
    const [gap] = await sql(
      'select drafted_study_id as id from research_gaps where team_id = $1',
      bench.teamId,
    );
    expect(gap?.id).toMatch(/^study-/);
  });

  it('forgotten since says so', async () => {
    const bench = await withResearch();
    for (const action_id of ['answer.sources', 'answer.helpful:yes', 'answer.draft-study']) {
      await bench.act({ action_id, value: 'gone' });
      await bench.settle();
    }
    expect(bench.slack.responses.map(({ text }) => text)).toEqual(
      Array(3).fill('This answer is too old for that: ask again.'),
    );
  });
});
