import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  digestCron,
  digestDaysOf,
  digestTimeOf,
} from '../../integrations/slack/delivery/when-to-write.js';
import { stateBelief } from '../../src/analysis/curate/state-belief.js';
import { decide, recordOutcome } from '../../src/beliefs/recommendations/decide.js';
import { changeSettings } from '../../src/core/team-settings.js';
import { readTalks, type Talk, talks } from '../analysis/interviews.js';
import { useDatabase } from '../support/database.js';
import { type Bench, createBench } from '../support/slack.js';
import { card, load, recommendationCard } from './team.js';

const database = useDatabase();
const MINUTE = 60_000;
const said = {
  interviewId: 'heard',
  words: 'The setup of the import took me two whole days',
  against: false,
};

const sql = (text: string, ...values: unknown[]) => database.dataSource.query(text, values);

/** A team whose channel has had its first cards long ago, with a digest every minute. */
async function settled(cards = [card()], isShared = false): Promise<Bench> {
  const bench = await createBench(database);
  const channel = { id: 'C1', is_ext_shared: isShared };
  bench.slack.always('conversations.info', { channel });
  await load(database, bench.teamId, cards);
  const settings = { digestCron: '* * * * *', cardsPerDay: 0 };
  await changeSettings(database.context(bench.teamId), settings);
  await bench.settle();
  await sql(
    "update slack_channels set filled_at = now() - interval '3 days' where team_id = $1",
    bench.teamId,
  );
  return bench;
}

/** Runs the schedules due `minutes` from now. */
async function strike(bench: Bench, minutes = 0): Promise<void> {
  const schedule = bench.bot.schedules.find(({ name }) => name === 'slack-digest')!;
  const { log } = database.context(bench.teamId);
  await schedule.run({ system: database.system, log }, new Date(Date.now() + minutes * MINUTE));
}
const digests = (bench: Bench) =>
  bench.slack.of('chat.postMessage').filter(({ text }) => text?.startsWith('Digest: '));
const shown = (message: unknown): string => JSON.stringify(message);

describe('the digest', () => {
  it('posts news and waiting cards once, with any number of processes', async () => {
    const bench = await settled();
    const second = await createBench(database, { teamId: bench.teamId, slack: bench.slack });
    const waiting = Array.from({ length: 7 }, (_, i) =>
      card({ actionCardId: `w${i}`, priority: 7, urgency: 1 - i / 10, summary: `Waiting ${i}` }),
    );
    await load(database, bench.teamId, waiting);
    await bench.settle();
    expect(bench.slack.of('chat.postMessage')).toHaveLength(1); // only the first filling

    await Promise.all([strike(bench), strike(second)]);
    await Promise.all([bench.settle(), second.settle()]);
    await strike(bench);
    await bench.settle();
    const [digest, ...others] = digests(bench);
    expect(others).toEqual([]);
    expect(digest?.text).toBe('Digest: 1 belief found so far; 7 more cards are waiting.');
    const blocks = shown(digest?.blocks);
    expect(blocks).toContain('The strongest beliefs so far');
    expect(blocks).toContain('The first digest in this channel');
    expect(blocks).toContain('*:inbox_tray: 7 more cards are waiting*');
    expect(blocks).not.toContain(' · new · ');
    expect(blocks).toContain('SIG-12');
    expect(blocks).toContain('5 people in 2 studies');
    expect(blocks.indexOf('Waiting 0')).toBeLessThan(blocks.indexOf('Waiting 4'));
    expect(blocks).not.toContain('Waiting 5');
    expect(blocks).toContain('and 2 more in App Home');

    await bench.act({ action_id: 'card.show', value: 'w3' });
    await bench.settle();
    await bench.act({ action_id: 'card.show', value: 'w3' });
    await bench.settle();
    expect(bench.slack.of('chat.postMessage').at(-1)?.text).toContain('Waiting 3');
    expect(bench.slack.responses).toMatchObject([
      {
        text: expect.stringMatching(
          /^This card is already in the channel: <https:[^|]+\|open it>\.$/,
        ),
      },
    ]);
  });

  it('proposes the belief of an agent, but not one that a person stated', async () => {
    const bench = await settled();
    const ctx = database.context(bench.teamId);
    await readTalks(ctx, [{ ...(talks[0] as Talk), id: 'heard', study: 'heard', person: 'Wilma' }]);
    const belief = { kind: 'pain' as const, said: [said], counts: undefined, so: undefined };
    const sentence = 'Setting up the import takes people days';
    const { signalId } = await stateBelief(ctx, { ...belief, sentence, isProposal: true });
    await stateBelief(ctx, { ...belief, sentence: 'The import is slow', isProposal: false });
    await strike(bench);
    await bench.settle();
    const posted = () => shown([...bench.slack.messages.values()].at(-1)?.blocks);
    expect(posted()).toContain(sentence);
    expect(posted()).toContain(`"value":"${signalId}"`);
    expect(posted()).toContain('Belief stated by');
    expect(posted().match(/"action_id":"belief.refuse"/g)).toHaveLength(2);

    await bench.act({ action_id: 'belief.keep', value: signalId });
    await bench.settle();
    expect(posted()).toContain('Belief kept by Maya Lindqvist');
  });

  it('proposes new beliefs with their best quotes, and shows what people decided', async () => {
    const bench = await settled();
    await strike(bench);
    await bench.settle();
    const posted = () => shown([...bench.slack.messages.values()].at(-1)?.blocks);
    expect(posted()).toContain('I gave up on the invoice export for the 3. time.');
    expect(posted()).not.toContain('for the 4. time.');
    for (const text of ['Keep', 'Rename…', 'Not a belief']) expect(posted()).toContain(text);

    await bench.act({ action_id: 'belief.rename', value: 'sig1' });
    await bench.settle();
    const form = bench.slack.of('views.open').at(-1)?.view;
    await bench.submit({
      ...{ callback_id: form?.callback_id, private_metadata: form?.private_metadata },
      state: { values: { sentence: { sentence: { value: 'Exports fail often' } } } },
    });
    await bench.settle();
    expect(posted()).toContain('Renamed by Maya Lindqvist');
    expect(posted()).toContain('“Exports fail often”');
    expect(posted()).not.toContain('belief.keep');

    await bench.act({ action_id: 'belief.refuse', value: 'sig1' });
    await bench.settle();
    await bench.act({ action_id: 'belief.keep', value: 'sig1' });
    await bench.settle();
    expect(posted()).toContain('Belief retired by Maya Lindqvist');
    expect(bench.slack.responses.map(({ text }) => text)).toEqual([
      'It is now called “Exports fail often”.',
      'SIG-12 is retired: you can still read it.',
      expect.stringContaining('only an open signal can be changed'),
    ]);
  });

  it('calls beliefs new only next to older ones, and says where those are that it leaves out', async () => {
    const bench = await settled();
    await strike(bench);
    await bench.settle();
    const found = Array.from({ length: 7 }, (_, i) => ({
      ...{ resource: 'signal', signalId: `n${i}`, label: `People say ${i}`, description: 'So.' },
      themes: [{ themeId: 't1', relationship: 'supports' }],
    }));
    await load(database, bench.teamId, found);
    await bench.settle();
    await strike(bench, 1);
    await bench.settle();
    const second = digests(bench)[1];
    expect(second?.text).toBe('Digest: 7 new beliefs.');
    expect(shown(second?.blocks)).toContain('New beliefs');
    expect(shown(second?.blocks)).toContain('Changes since <!date');
    expect(shown(second?.blocks)).toContain('"and 2 more in App Home, under Beliefs"');
    expect(shown(second?.blocks)).not.toContain('rich_text_list');
  });

  it('shows no quotes where another organization reads', async () => {
    const bench = await settled([card()], true);
    await strike(bench);
    await bench.settle();
    expect(shown(digests(bench)[0]?.blocks)).toContain('belief.keep');
    expect(shown(digests(bench)[0]?.blocks)).not.toContain('I gave up');
  });

  it('reports each change once, and is never empty', async () => {
    const bench = await settled([card(), recommendationCard()]);
    await strike(bench);
    await bench.settle();
    await strike(bench, 1);
    await bench.settle();
    expect(digests(bench)).toHaveLength(1);

    const ctx = database.context(bench.teamId);
    await decide(ctx, 'r1', { decision: 'accepted' });
    await recordOutcome(ctx, 'r1', { outcome: 'shipped' });
    const against = {
      resource: 'evidence',
      evidenceId: 'e9',
      kind: 'counterEvidence',
      quote: 'It works for me.',
      themeId: 't1',
      sourceItemId: 'i1',
      strength: 0.5,
    };
    await load(database, bench.teamId, [against]);
    await bench.settle();
    await strike(bench, 2);
    await bench.settle();
    await strike(bench, 3);
    await bench.settle();
    const [, second, ...others] = digests(bench);
    expect(others).toEqual([]);
    expect(second?.text).toBe('Digest: 1 belief newly contradicted, 1 recommendation shipped.');
    expect(shown(second?.blocks)).toContain('Make the export resume by itself');
  });

  it('is not lost when Slack’s answer is', async () => {
    const bench = await settled();
    bench.slack.next('chat.postMessage', 'cut');
    await strike(bench);
    await bench.settle();
    await sql(
      "update slack_messages set claimed_at = claimed_at - interval '1 minute' where team_id = $1",
      bench.teamId,
    );
    const post = bench.bot.schedules.find(({ name }) => name === 'slack-post')!;
    for (let round = 0; round < 2; round++) {
      const { log } = database.context(bench.teamId);
      await post.run({ system: database.system, log }, new Date());
      await sql('update jobs set run_at = now() where team_id = $1', bench.teamId);
      await bench.settle();
    }
    const there = [...bench.slack.messages.values()].filter(({ text }) =>
      /^Digest/.test(text ?? ''),
    );
    expect(there).toHaveLength(1);
  });

  it('has a time that the settings form shows as it was entered', () => {
    const time = fc
      .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
      .map((parts) => parts.map((part) => String(part).padStart(2, '0')).join(':'));
    fc.assert(
      fc.property(fc.constantFrom('weekdays', 'daily', 'mondays'), time, (days, at) => {
        const cron = digestCron(days, at);
        expect([digestDaysOf(cron), digestTimeOf(cron)]).toEqual([days, at]);
      }),
    );
    expect(digestDaysOf('*/5 * * * *')).toBe('other');
  });
});
