import { describe, expect, it } from 'vitest';
import { HOW_TO_END_IT } from '../../integrations/slack/answers/thread-conversation.js';
import { askToPost } from '../../integrations/slack/cards/post-cards.js';
import { changeSettings } from '../../src/core/team-settings.js';
import { eraseParticipant } from '../../src/interviews/participants/erase-participant.js';
import { useDatabase } from '../support/database.js';
import { type Bench, createBench } from '../support/slack.js';
import { card, daysAgo, load } from './team.js';

const database = useDatabase();

const ABOUT = 'why do people give up on the invoice export the first time?';
const SECRET = /vineyard|Kaltern|\bOle\b/;
const THEIRS = 'for the 1. time';

/** A participant whose quote is the strongest of the belief. */
const ole = () => [
  { resource: 'participant', participantId: 'ole', displayName: 'Ole Berg' },
  {
    ...{ resource: 'sourceItem', sourceItemId: 'io', studyId: 's1', participantId: 'ole' },
    ...{ status: 'analyzed', capturedAt: daysAgo(1) },
  },
  {
    ...{ resource: 'evidence', evidenceId: 'eo', kind: 'evidence', themeId: 't1', strength: 0.99 },
    sourceItemId: 'io',
    quote:
      'In our vineyard in Kaltern I gave up, since every invoice export breaks the first time.',
  },
];

async function withOle(cards: Record<string, unknown>[] = []): Promise<Bench> {
  const bench = await createBench(database);
  await load(database, bench.teamId, [...ole(), ...cards]);
  return bench;
}

const erase = (bench: Bench) => eraseParticipant(database.context(bench.teamId), 'ole');
const shown = (bench: Bench): string => JSON.stringify([...bench.slack.messages.values()]);
/** The action ids of the buttons of every message. */
const buttons = (bench: Bench): string[] =>
  [...shown(bench).matchAll(/"action_id":"([^"]+)"/g)].map(([, id]) => id as string);
const mention = { type: 'app_mention', channel: 'C7', ts: '50.1', text: `<@UBOT> ${ABOUT}` };

async function answered(): Promise<Bench> {
  const bench = await withOle();
  await bench.event(mention);
  await bench.settle();
  expect(shown(bench)).toMatch(SECRET);
  return bench;
}

async function withDigest(): Promise<Bench> {
  const bench = await withOle([card()]);
  await changeSettings(database.context(bench.teamId), {
    digestCron: '* * * * *',
    cardsPerDay: 0,
  });
  await bench.settle();
  await database.dataSource.query(
    "update slack_channels set filled_at = now() - interval '3 days' where team_id = $1",
    [bench.teamId],
  );
  return bench;
}

async function run(bench: Bench, name: 'slack-digest' | 'slack-daily'): Promise<void> {
  const schedule = bench.bot.schedules.find((one) => one.name === name)!;
  const { log } = database.context(bench.teamId);
  await schedule.run({ system: database.system, log }, new Date());
  await bench.settle();
}

describe('a posted answer, after a participant is erased', () => {
  it('is redrawn without their words, and stays usable', async () => {
    const bench = await answered();
    const before = buttons(bench);
    await erase(bench);
    await bench.settle();
    expect(shown(bench)).not.toMatch(SECRET);
    for (const kept of ['[erased]', ABOUT, THEIRS, HOW_TO_END_IT]) {
      expect(shown(bench)).toContain(kept);
    }
    expect(buttons(bench)).toEqual(before);

    const [answer] = await database.dataSource.query(
      'select answer_id as id from slack_answers where team_id = $1',
      [bench.teamId],
    );
    await bench.act({ action_id: 'answer.sources', value: answer.id });
    await bench.settle();
    const sources = JSON.stringify(bench.slack.of('views.update'));
    expect(sources).toContain(THEIRS);
    expect(sources).not.toMatch(SECRET);

    const updates = bench.slack.of('chat.update').length;
    await run(bench, 'slack-daily');
    expect(bench.slack.of('chat.update')).toHaveLength(updates);
  });

  it('is redrawn if it was shared; one that only its asker sees cannot be', async () => {
    const bench = await withOle();
    await bench.command('/ask', ABOUT);
    await bench.settle();
    const given = JSON.stringify(bench.slack.responses[0]);
    const value = /"action_id":"answer.share".*?"value":"([^"]+)"/.exec(given)?.[1];
    await bench.act({ action_id: 'answer.share', value });
    await bench.settle();
    expect(shown(bench)).toMatch(SECRET);
    const before = buttons(bench);
    await erase(bench);
    await bench.settle();
    expect(shown(bench)).not.toMatch(SECRET);
    expect(shown(bench)).toContain('Asked by Maya Lindqvist');
    expect(buttons(bench)).toEqual(before);
  });

  it('that nobody had shared yet is shared without them', async () => {
    const bench = await withOle();
    await bench.command('/ask', ABOUT);
    await bench.settle();
    await erase(bench);
    const given = JSON.stringify(bench.slack.responses[0]);
    const value = /"action_id":"answer.share".*?"value":"([^"]+)"/.exec(given)?.[1];
    await bench.act({ action_id: 'answer.share', value });
    await bench.settle();
    expect(shown(bench)).toContain('[erased]');
    expect(shown(bench)).not.toMatch(SECRET);
    expect(bench.slack.of('chat.update')).toEqual([]);
  });

  it('follows weeks later', async () => {
    const bench = await answered();
    await database.dataSource.query(
      "update slack_answers set asked_at = now() - interval '80 days' where team_id = $1",
      [bench.teamId],
    );
    await run(bench, 'slack-daily');
    await erase(bench);
    await bench.settle();
    expect(shown(bench)).not.toMatch(SECRET);
  });

  it.each([
    ['Slack wants a pause', { status: 429, headers: { 'retry-after': '0' } }],
    ['the response is lost', { status: 500 }],
    ['the token was revoked', { ok: false, error: 'token_revoked' }],
  ] as const)('follows later if %s', async (_, failure) => {
    const bench = await answered();
    await erase(bench);
    bench.slack.next('chat.update', failure);
    await bench.settle();
    await database.dataSource.query('update jobs set run_at = now() where team_id = $1', [
      bench.teamId,
    ]);
    await askToPost(database.context(bench.teamId));
    await bench.settle();
    expect(shown(bench)).not.toMatch(SECRET);
  });

  it('is left alone once it is deleted in Slack', async () => {
    const bench = await answered();
    bench.slack.messages.clear();
    await erase(bench);
    await bench.settle();
    await askToPost(database.context(bench.teamId));
    await bench.settle();
    expect(bench.slack.of('chat.update')).toHaveLength(2); // the answer itself, and one attempt
  });
});

describe('an answer that is given while a participant is erased', () => {
  it('is found again if it is not stored yet', async () => {
    const bench = await withOle();
    bench.slack.next('conversations.info', async () => {
      await erase(bench);
      return { channel: { id: 'C7', is_ext_shared: false } };
    });
    await bench.event(mention);
    await bench.settle();
    expect(shown(bench)).toContain(THEIRS);
    expect(JSON.stringify(bench.slack.calls)).not.toMatch(SECRET);
    const stored = await database.dataSource.query(
      'select message from slack_answers where team_id = $1',
      [bench.teamId],
    );
    expect(stored).toHaveLength(1);
    expect(JSON.stringify(stored)).not.toMatch(SECRET);
  });

  // the embedded database has one connection: nothing can be between two statements of the erasure
  it.runIf(process.env.TEST_DATABASE_URL)(
    'waits for an erasure that is not committed yet',
    async () => {
      const bench = await withOle();
      // the erasure stops where it writes its entry, after every text was read
      const other = database.dataSource.createQueryRunner();
      await other.startTransaction();
      await other.query('lock table history in share mode');
      const erasing = erase(bench);
      const waiting = async (type: string): Promise<boolean> => {
        const [row] = await database.dataSource.query(
          `select exists (select from pg_locks join pg_database d on d.oid = database
             where not granted and locktype = $1 and d.datname = current_database()) as found`,
          [type],
        );
        return row.found;
      };
      await expect.poll(() => waiting('relation'), { timeout: 30_000 }).toBe(true);
      await bench.event(mention);
      const posted = () => bench.slack.of('chat.update').length > 0;
      await expect
        .poll(async () => posted() || (await waiting('advisory')), { timeout: 30_000 })
        .toBe(true);
      await other.commitTransaction();
      await other.release();
      await erasing;
      await bench.settle();
      expect(shown(bench)).toContain(THEIRS);
      expect(JSON.stringify(bench.slack.calls)).not.toMatch(SECRET);
    },
  );

  it('is redrawn if it was already on its way', async () => {
    const bench = await withOle();
    bench.slack.next('chat.update', async (args) => {
      await erase(bench);
      bench.slack.messages.set(args.ts!, { ...bench.slack.messages.get(args.ts!), ...args });
      return { ts: args.ts };
    });
    await bench.event(mention);
    await bench.settle();
    expect(JSON.stringify(bench.slack.of('chat.update')[0])).toMatch(SECRET);
    expect(shown(bench)).toContain(THEIRS);
    expect(shown(bench)).not.toMatch(SECRET);
  });
});

describe('a posted digest, after a participant is erased', () => {
  it('is redrawn without their words, with what was decided of its proposals', async () => {
    const bench = await withDigest();
    await run(bench, 'slack-digest');
    expect(shown(bench)).toMatch(SECRET);
    await bench.act({ action_id: 'belief.keep', value: 'sig1' });
    await bench.settle();
    expect(shown(bench)).toContain('by Maya Lindqvist');
    await erase(bench);
    await bench.settle();
    expect(shown(bench)).not.toMatch(SECRET);
    expect(shown(bench)).toContain('by Maya Lindqvist');
    expect(shown(bench)).not.toContain('belief.keep');
    expect(shown(bench)).toContain(THEIRS);
  });

  it('that is being made meanwhile is made again', async () => {
    const { teamId, slack } = await withDigest();
    const bench = await createBench(database, { teamId, slack }); // knows nothing of the channel yet
    slack.next('conversations.info', async () => {
      await erase(bench);
      return { channel: { id: 'C1', is_ext_shared: false } };
    });
    await run(bench, 'slack-digest');
    const [digest, ...others] = slack
      .of('chat.postMessage')
      .filter(({ text }) => text?.startsWith('Digest: '));
    expect(JSON.stringify(digest)).toContain(THEIRS);
    expect(JSON.stringify(digest)).not.toMatch(SECRET);
    expect(others).toEqual([]);
  });

  it('that is on its way meanwhile is redrawn', async () => {
    const bench = await withDigest();
    bench.slack.next('chat.postMessage', async (args) => {
      await erase(bench);
      bench.slack.messages.set('1.2', { ...args });
      return { ts: '1.2' };
    });
    await run(bench, 'slack-digest');
    expect(JSON.stringify(bench.slack.of('chat.postMessage').at(-1))).toMatch(SECRET);
    expect(shown(bench)).toContain(THEIRS);
    expect(shown(bench)).not.toMatch(SECRET);
  });
});
