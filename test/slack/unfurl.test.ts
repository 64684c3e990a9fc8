import { describe, expect, it } from 'vitest';
import { subjectOfLink } from '../../integrations/slack/beliefs/linked.js';
import { useDatabase } from '../support/database.js';
import { type Bench, createBench } from '../support/slack.js';
import { load } from './team.js';

const database = useDatabase();
const BASE = 'http://localhost:3000';

async function withResearch(): Promise<Bench> {
  const bench = await createBench(database);
  await load(database, bench.teamId, []);
  return bench;
}

const shared = (links: string[], more: object = {}) => ({
  type: 'link_shared',
  channel: 'C7',
  message_ts: '50.1',
  links: links.map((url) => ({ url, domain: 'localhost' })),
  ...more,
});

describe('a link', () => {
  it('to a belief and to a recommendation unfolds to what they say', async () => {
    const bench = await withResearch();
    const belief = `${BASE}/v1/signals/sig1`;
    const packet = `${BASE}/v1/recommendations/r1/work-packet`;
    await bench.event(shared([belief, packet]));
    await bench.settle();
    const [{ channel, ts, unfurls } = {}] = bench.slack.of('chat.unfurl');
    expect([channel, ts]).toEqual(['C7', '50.1']);
    const shownOf = (url: string): string => JSON.stringify(unfurls?.[url]?.blocks);
    expect(shownOf(belief)).toContain('Exporting invoices takes several tries');
    expect(shownOf(belief)).toContain('I gave up on the invoice export for the 1. time.');
    expect(shownOf(belief)).toContain('On the other hand');
    expect(shownOf(packet)).toContain('Make the export resume by itself');
    expect(shownOf(packet)).toContain('SIG-12');
  });

  it('that the channel saw just now, of a list of links, or to nothing of the team stays a link', async () => {
    const bench = await withResearch();
    const belief = `${BASE}/v1/signals/SIG-12`;
    await bench.event(shared([belief]));
    await bench.settle();
    for (const event of [
      shared([belief]),
      shared(
        ['a', 'b', 'c'].map((id) => `${BASE}/v1/signals/sig1?${id}`),
        { channel: 'C8' },
      ),
      shared([`${BASE}/v1/signals/nothing`, 'https://x.example/v1/signals/sig1'], {
        channel: 'C8',
      }),
      shared([belief], { channel: 'C8', user: 'U9', user_team: 'T9' }),
    ]) {
      await bench.event(event);
    }
    await bench.settle();
    expect(bench.slack.of('chat.unfurl')).toHaveLength(1);
    expect(bench.slack.of('chat.postEphemeral')).toEqual([]);
    await bench.event(shared([belief], { channel: 'C8' }));
    await bench.settle();
    expect(bench.slack.of('chat.unfurl')).toHaveLength(2);
  });

  it('shows no quotes where another organization reads, or where nobody knows who will', async () => {
    const bench = await withResearch();
    bench.slack.always('conversations.info', { channel: { is_ext_shared: true } });
    const belief = `${BASE}/v1/signals/sig1`;
    await bench.event(shared([belief]));
    await bench.settle();
    const composed = { channel: 'COMPOSER', source: 'composer', unfurl_id: 'x-1' };
    await bench.event(shared([belief], composed));
    await bench.settle();
    const calls = bench.slack.of('chat.unfurl');
    expect(calls).toMatchObject([{ channel: 'C7' }, { unfurl_id: 'x-1', source: 'composer' }]);
    for (const { unfurls } of calls) {
      expect(JSON.stringify(unfurls)).toContain('Quotes are not shown');
      expect(JSON.stringify(unfurls)).not.toContain('gave up');
    }
  });

  it('is understood below the path that the service is served at, and nowhere else', () => {
    const at = 'https://b.example/research';
    expect(subjectOfLink(at, `${at}/v1/signals/a%20b?x=1#y`)).toEqual({
      kind: 'signal',
      id: 'a b',
    });
    for (const link of [
      'https://b.example/v1/signals/s1',
      'https://b.example.evil/research/v1/signals/s1',
      `${at}/v1/signals/`,
      `${at}/v1/themes/s1`,
      `${at}/v1/signals/%E0`,
      'not a link',
    ]) {
      expect(subjectOfLink(at, link)).toBeUndefined();
    }
  });
});
