import { describe, expect, it } from 'vitest';
import { Signal } from '../../db/entities/signal.js';
import { feedbackOfTeam } from '../../db/queries/slack-feedback.js';
import { changeSettings } from '../../src/core/team-settings.js';
import { useDatabase } from '../support/database.js';
import { type Bench, createBench } from '../support/slack.js';
import { daysAgo, load } from './team.js';

const database = useDatabase();

/** Other subjects, so that not every quote is about the export. */
const elsewhere = (): Record<string, unknown>[] => [
  {
    resource: 'theme',
    themeId: 't9',
    studyId: 's1',
    label: 'Daily work',
    description: 'What else a day holds',
    sentiment: 'neutral',
  },
  ...[
    'The calendar colours help me find my meetings.',
    'My manager signs every holiday request on paper.',
    'Our warehouse scanner breaks when it rains.',
    'I learned the keyboard shortcuts from a colleague.',
    'The dark theme is easier on my eyes at night.',
    'Nobody reads the weekly newsletter in our office.',
    'Two of us share one login because seats are dear.',
    'The phone app forgets my password each Monday.',
    'Customers send photos of receipts by chat.',
    'I print the tax summary for my accountant.',
    'The search box finds old projects quickly.',
    'Training took a whole afternoon with the team.',
  ].map((quote, i) => ({
    resource: 'evidence',
    evidenceId: `o${i}`,
    kind: 'evidence',
    quote,
    themeId: 't9',
    sourceItemId: `i${i % 3}`,
  })),
];

const QUESTION =
  'who gave up on the invoice export for the first time, and why does exporting invoices take several tries?';

async function answered(): Promise<{
  bench: Bench;
  share: (overrides?: object) => Promise<Response>;
}> {
  const bench = await createBench(database);
  await load(database, bench.teamId, elsewhere());
  await bench.command('/ask', QUESTION);
  await bench.settle();
  const blocks = bench.slack.responses[0]?.blocks as { elements: { value: string }[] }[];
  const value = blocks.at(-1)!.elements[0]!.value;
  return {
    bench,
    share: (overrides) => bench.act({ action_id: 'answer.share', value }, { ...overrides }),
  };
}

describe('/ask', () => {
  it('is acknowledged at once and answered with verbatim quotes, their belief, person, study and age', async () => {
    const bench = await createBench(database);
    await load(database, bench.teamId, elsewhere());
    const ack = await bench.command('/ask', QUESTION);
    // Slack ignores replace_original on a command's response_url: what an acknowledgement says stays
    expect(await ack.text()).toBe('');
    await bench.settle();
    expect(bench.slack.responses).toMatchObject([
      { response_type: 'ephemeral', replace_original: false },
    ]);
    const shown = JSON.stringify(bench.slack.responses[0]);
    expect(shown).toContain('SIG-12: Exporting invoices takes several tries.');
    expect(shown).toContain(
      '{"type":"rich_text_quote","elements":[{"type":"text","text":"I gave up on the invoice export for the 1. time."}]}',
    );
    expect(shown).toContain('— Ana P. · Onboarding interviews · 10 days ago · SIG-12');
    expect(shown).toContain('Evidence against it');
    expect(shown).not.toContain('Petrova');
    expect(bench.slack.of('chat.postMessage')).toEqual([]);
  });

  it('says plainly that nothing covers a question', async () => {
    const bench = await createBench(database);
    await load(database, bench.teamId, elsewhere());
    await bench.command('/ask', 'which dinosaur was the largest?');
    await bench.settle();
    const shown = JSON.stringify(bench.slack.responses[0]);
    expect(bench.slack.responses[0]?.text).toBe('The belief layer does not cover this question.');
    expect(shown).not.toContain('rich_text_quote');
  });

  it('asks for a question when none is given, says what it does when greeted, and refuses one that is too long', async () => {
    const bench = await createBench(database);
    for (const none of [' <@UBOT> ', 'help', 'Hello!', 'thanks', ':+1:']) {
      expect(await (await bench.command('/ask', none)).json()).toMatchObject({
        text: expect.stringContaining('What would you like to know?'),
      });
    }
    expect(await (await bench.command('/ask', 'why '.repeat(600))).json()).toMatchObject({
      text: expect.stringContaining('may have at most 2000 characters'),
    });
    await bench.settle();
    expect(bench.slack.responses).toEqual([]);
  });

  it('shows hostile quotes literally, and a hostile question too', async () => {
    const bench = await createBench(database);
    const hostile = `<!channel> *invoice export* \`\`\`ignore all instructions\`\`\` <@U1> ${'x'.repeat(9_000)}`;
    await load(database, bench.teamId, [
      {
        resource: 'evidence',
        evidenceId: 'h1',
        kind: 'evidence',
        quote: hostile,
        themeId: 't1',
        sourceItemId: 'i0',
        strength: 1,
        capturedAt: daysAgo(1),
      },
    ]);
    await bench.command('/ask', 'invoice export &lt;!here&gt; *now*');
    await bench.settle();
    const shown = JSON.stringify(bench.slack.responses[0]?.blocks);
    expect(shown).toContain('"invoice export <!here> *now*"');
    expect(shown).not.toContain('mrkdwn');
  });

  it('is shared to the channel once, word for word, with who asked', async () => {
    const bench = await createBench(database);
    await load(database, bench.teamId, elsewhere());
    await bench.command('/ask', `${QUESTION} <!here>`);
    await bench.settle();
    const blocks = bench.slack.responses[0]?.blocks as { elements: { value: string }[] }[];
    const answerId = blocks.at(-1)!.elements[0]!.value;
    const share = () => bench.act({ action_id: 'answer.share', value: answerId });
    await Promise.all([share(), share()]);
    await bench.settle();
    const [, ...after] = bench.slack.responses;
    const shared = bench.slack.of('chat.postMessage');
    expect(shared).toMatchObject([{ channel: 'C1', unfurl_links: 'false' }]);
    const [context, ...rest] = shared[0]!.blocks as unknown[];
    // named, for a mention would tell them of what they did themselves
    expect(JSON.stringify(context)).toContain('Asked by Maya Lindqvist');
    expect(rest.slice(0, -1)).toEqual(blocks.slice(0, -1));
    expect(JSON.stringify(rest.at(-1))).not.toContain('answer.share');
    expect(after.map(({ text }) => text)).toContainEqual(
      expect.stringContaining('This answer has already been shared'),
    );
    const replaced = after.find((response) => response.replace_original === true);
    expect(replaced?.response_type).toBe('ephemeral');
    expect(JSON.stringify(replaced?.blocks)).not.toContain('answer.share');
    await share();
    await bench.settle();
    expect(bench.slack.responses.at(-1)?.text).toMatch(
      /^This answer has already been shared: <https:[^|]+\|open it>\.$/,
    );
  });

  it('is not shared where another organization reads, or where that cannot be known', async () => {
    const { bench, share } = await answered();
    const there = { channel: { id: 'C9' } };
    bench.slack.next('conversations.info', { ok: false, error: 'channel_not_found' });
    await share(there);
    await bench.settle();
    bench.slack.always('conversations.info', { channel: { is_ext_shared: true } });
    await share(there);
    await bench.settle();
    expect(bench.slack.responses.slice(1)).toMatchObject([
      { response_type: 'ephemeral', text: expect.stringContaining('Invite Belief Layer') },
      { response_type: 'ephemeral', text: expect.stringContaining('another organization') },
    ]);
  });
});

describe('an answer that is shared', () => {
  it('is asked on in its thread without a mention', async () => {
    const { bench, share } = await answered();
    await share();
    await bench.settle();
    const [ts] = [...bench.slack.messages.keys()];
    await bench.event({
      type: 'message',
      channel: 'C1',
      channel_type: 'channel',
      ts: '90.1',
      thread_ts: ts,
      text: 'and in billing calls?',
    });
    await bench.settle();
    const [, notice] = bench.slack.of('chat.postMessage');
    expect(notice?.thread_ts).toBe(ts);
    expect(JSON.stringify(bench.slack.of('chat.update').at(-1)?.blocks)).toContain('Billing calls');
  });

  it('gets there by the press itself where the app may not post', async () => {
    const { bench, share } = await answered();
    bench.slack.next('chat.postMessage', { ok: false, error: 'not_in_channel' });
    await share();
    await bench.settle();
    expect(bench.slack.responses.slice(1)).toMatchObject([
      { response_type: 'in_channel' },
      { response_type: 'ephemeral', replace_original: true },
    ]);
  });

  it('may be shared again where Slack refused it, and not where its answer was lost', async () => {
    const { bench, share } = await answered();
    bench.slack.next('chat.postMessage', { ok: false, error: 'ratelimited' }, 'cut');
    for (let press = 0; press < 3; press++) {
      await share();
      await bench.settle();
    }
    expect(bench.slack.messages.size).toBe(1);
    expect(bench.slack.responses.slice(1)).toMatchObject([
      { text: expect.stringContaining('rate-limiting') },
      { text: expect.stringContaining('did not answer') },
      { text: expect.stringContaining('already been shared') },
    ]);
  });
});

describe('a mention', () => {
  it('is answered in its thread by one message that is edited into the answer', async () => {
    const bench = await createBench(database);
    await load(database, bench.teamId, elsewhere());
    await bench.event({
      type: 'app_mention',
      channel: 'C7',
      ts: '50.1',
      text: `<@UBOT> ${QUESTION} see <https://x.example|this>`,
    });
    await bench.settle();
    const [first, ...more] = bench.slack.of('chat.postMessage');
    expect(more).toEqual([]);
    expect(first).toMatchObject({ channel: 'C7', thread_ts: '50.1' });
    const [update] = bench.slack.of('chat.update');
    expect(update?.ts).toBe([...bench.slack.messages.keys()].at(-1));
    expect(JSON.stringify(update?.blocks)).toContain('rich_text_quote');
    expect(JSON.stringify(update?.blocks)).toContain(`${QUESTION} see this`);
  });

  it('is answered below a native status, without a notice, where Slack shows one', async () => {
    const bench = await createBench(database);
    await load(database, bench.teamId, elsewhere());
    bench.slack.always('assistant.threads.setStatus', {});
    await bench.event({
      type: 'app_mention',
      channel: 'C7',
      ts: '50.1',
      text: `<@UBOT> ${QUESTION}`,
    });
    await bench.settle();
    expect(bench.slack.of('assistant.threads.setStatus')).toMatchObject([
      { channel_id: 'C7', thread_ts: '50.1', status: 'is searching what people said…' },
    ]);
    const posted = bench.slack.of('chat.postMessage');
    expect(posted).toMatchObject([{ channel: 'C7', thread_ts: '50.1' }]);
    expect(JSON.stringify(posted[0]?.blocks)).toContain('rich_text_quote');
    expect(bench.slack.of('chat.update')).toEqual([]);
  });

  it('by a bot, or sent again by Slack, is answered once at most', async () => {
    const bench = await createBench(database);
    const mention = { type: 'app_mention', channel: 'C7', ts: '50.1', thread_ts: '40.1' };
    await bench.event({ ...mention, text: `<@UBOT> ${QUESTION}`, bot_id: 'B9' });
    const again = { event_id: 'Ev1' };
    await bench.event({ ...mention, text: '<@UBOT>' }, again);
    await bench.event({ ...mention, text: '<@UBOT>' }, again);
    await bench.settle();
    expect(bench.slack.of('chat.postMessage')).toMatchObject([
      { thread_ts: '40.1', text: expect.stringContaining('What would you like to know?') },
    ]);
  });
});

describe('an answer that did not help', () => {
  const pressed = { action_id: 'home.ratings', block_id: 'ratings' };
  const inHome = {
    channel: undefined,
    message: undefined,
    response_url: undefined,
    view: { id: 'VH', type: 'home', private_metadata: '' },
  };
  const rate = (bench: Bench, word: string, user: object = {}) => {
    const blocks = bench.slack.responses[0]?.blocks as { elements: { value: string }[] }[];
    const { value } = blocks.at(-1)!.elements[0]!;
    return bench.act(
      { action_id: `answer.helpful:${word}`, value },
      { user: { id: 'U1', ...user } },
    );
  };

  it('is asked about in a window, and its reason is kept with the question and the kind of answer', async () => {
    const { bench } = await answered();
    await rate(bench, 'no');
    await bench.settle();
    const [opened] = bench.slack.of('views.open');
    expect(opened?.view).toMatchObject({ callback_id: 'answer.why-not' });
    await bench.submit({
      callback_id: 'answer.why-not',
      private_metadata: opened?.view?.private_metadata,
      state: {
        values: {
          reason: {
            reason: { selected_option: { value: 'The wrong belief or quotes' } },
          },
          note: { note: { value: 'The one on retries' } },
        },
      },
    });
    await bench.settle();
    const told = JSON.stringify(
      bench.slack.responses.at(-1) ?? bench.slack.of('chat.postEphemeral').at(-1),
    );
    expect(told).toContain('Thank you, noted.');
    expect(told).not.toContain('not saved');
    const [row] = await database.context(bench.teamId).db.rows(feedbackOfTeam, 10);
    expect(row).toMatchObject({
      question: QUESTION,
      kind: 'answered',
      refs: ['SIG-12'],
      helpful: 0,
      notHelpful: 1,
      reasons: ['The wrong belief or quotes: The one on retries'],
    });
  });

  it('teaches a belief the question when the user names the belief that answers it', async () => {
    const { bench } = await answered();
    await rate(bench, 'no');
    await bench.settle();
    const [opened] = bench.slack.of('views.open');
    const submit = async (value: string) => {
      await bench.submit({
        callback_id: 'answer.why-not',
        private_metadata: opened?.view?.private_metadata,
        state: { values: { belief: { 'belief.into': { selected_option: { value } } } } },
      });
      await bench.settle();
      return JSON.stringify(
        bench.slack.responses.at(-1) ?? bench.slack.of('chat.postEphemeral').at(-1),
      );
    };
    expect(await submit('gone')).toContain('That belief no longer exists');
    const { db } = database.context(bench.teamId);
    const { signalId, label } = (await db.findOne(Signal, { refNumber: 12 }))!;
    const told = await submit(signalId);
    expect(told).toContain(`“${QUESTION}” leads to SIG-12 “${label}” from now on.`);
    expect((await db.findOne(Signal, { signalId }))?.questions).toEqual([QUESTION]);
    const [row] = await db.rows(feedbackOfTeam, 10);
    expect(row?.reasons).toEqual(['Answered by SIG-12']);
  });

  it('offers no belief to a user who may only read, and refuses one', async () => {
    const { bench } = await answered();
    const ctx = database.context(bench.teamId);
    await changeSettings(ctx, { whoMayAct: 'admins' });
    await rate(bench, 'no', { id: 'U5' });
    await bench.settle();
    const { view } = bench.slack.of('views.open')[0]!;
    expect(JSON.stringify(view)).not.toContain('Which belief answers it?');
    await bench.submit(
      {
        callback_id: 'answer.why-not',
        private_metadata: view?.private_metadata,
        state: {
          values: {
            belief: { 'belief.into': { selected_option: { value: 'sig1' } } },
            note: { note: { value: 'Retries' } },
          },
        },
      },
      { user: { id: 'U5' } },
    );
    await bench.settle();
    const told = JSON.stringify(
      bench.slack.responses.at(-1) ?? bench.slack.of('chat.postEphemeral').at(-1),
    );
    expect(told).toContain('only workspace admins may do this');
    const taught = (await ctx.db.find(Signal)).filter(({ questions }) => questions.length > 0);
    expect(taught).toEqual([]);
    expect((await ctx.db.rows(feedbackOfTeam, 10))[0]?.reasons).toEqual(['Retries']);
  });

  it('loses its reason when the same user finds that it helps', async () => {
    const { bench } = await answered();
    await rate(bench, 'no');
    await bench.settle();
    await rate(bench, 'yes');
    await bench.settle();
    const [row] = await database.context(bench.teamId).db.rows(feedbackOfTeam, 10);
    expect(row).toMatchObject({ helpful: 1, notHelpful: 0, reasons: [] });
  });

  it('is read with its reasons by admins, and by nobody else', async () => {
    const { bench } = await answered();
    await rate(bench, 'no');
    await bench.settle();
    bench.slack.always('users.info', {
      user: { id: 'UADMIN', team_id: 'T1', real_name: 'Root', is_admin: true, tz: 'UTC' },
    });
    await bench.act(pressed, { ...inHome, user: { id: 'UADMIN', team_id: 'T1' } });
    await bench.settle();
    const shown = JSON.stringify(bench.slack.of('views.update').at(-1)?.view);
    expect(shown).toContain(QUESTION);
    expect(shown).toContain('helped 0, did not help 1 · answered · SIG-12');
    const before = bench.slack.of('views.update').length;
    bench.slack.always('users.info', {
      user: { id: 'U5', team_id: 'T1', real_name: 'Uma', tz: 'UTC' },
    });
    await bench.act(pressed, { ...inHome, user: { id: 'U5', team_id: 'T1' } });
    await bench.settle();
    expect(bench.slack.of('views.update')).toHaveLength(before);
  });
});
