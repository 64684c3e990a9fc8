import { expect, it } from 'vitest';
import { importSnapshot } from '../../src/operations/snapshot/import-snapshot.js';
import { useDatabase } from '../support/database.js';
import { type Bench, createBench } from '../support/slack.js';
import { ndjson } from '../support/snapshot.js';
import { load, research } from './team.js';

const database = useDatabase();
const BASE = 'http://localhost:3000';
const BELIEF = `${BASE}/p/signals/sig1?t=a-token`;

async function withResearch(): Promise<Bench> {
  const bench = await createBench(database);
  await load(database, bench.teamId, []);
  return bench;
}

const shared = (url: string) => ({
  type: 'link_shared',
  channel: 'C7',
  message_ts: '50.1',
  links: [{ url, domain: 'localhost' }],
});

const opened = (url: string, more: object = {}) => ({
  type: 'entity_details_requested',
  user: 'U1',
  trigger_id: 'trigger-1',
  channel: 'C7',
  link: { url, domain: 'localhost' },
  entity_url: url,
  app_unfurl_url: url,
  ...more,
});

async function panel(bench: Bench, event: object): Promise<Record<string, unknown>> {
  await bench.event(event as Record<string, unknown>);
  await bench.settle();
  return bench.slack.of('entity.presentDetails').at(-1) as Record<string, unknown>;
}

it.each([
  ['p/signals/sig1?t=a-token', 'signal', 'sig1', 'SIG-12 Exporting invoices takes several tries'],
  ['v1/signals/SIG-12', 'signal', 'sig1', 'SIG-12 Exporting invoices takes several tries'],
  ['p/recommendations/r1', 'recommendation', 'r1', 'Make the export resume by itself'],
  ['p/studies/s1', 'study', 's1', 'Onboarding interviews'],
])(
  'a link to %s shows a Work Object without quotes, and blocks for workspaces without them',
  async (path, type, id, title) => {
    const bench = await withResearch();
    const url = `${BASE}/${path}`;
    await bench.event(shared(url));
    await bench.settle();
    const [call] = bench.slack.of('chat.unfurl') as unknown as [
      { metadata: { entities: Record<string, unknown>[] }; unfurls: Record<string, unknown> },
    ];
    expect(call.metadata.entities).toMatchObject([
      {
        app_unfurl_url: url,
        entity_type: 'slack#/entities/item',
        external_ref: { id, type },
        entity_payload: { attributes: { title: { text: title } } },
      },
    ]);
    expect(call.metadata.entities[0]?.url).not.toContain('a-token');
    expect(JSON.stringify(call.metadata)).not.toContain('gave up');
    expect(JSON.stringify(call.unfurls[url])).toContain(title.replace('SIG-12 ', ''));
  },
);

it('a refusal of Work Objects by Slack leaves the blocks', async () => {
  const bench = await withResearch();
  bench.slack.next('chat.unfurl', { ok: false, error: 'invalid_metadata' });
  await bench.event(shared(BELIEF));
  await bench.settle();
  const [, second] = bench.slack.of('chat.unfurl');
  expect(second).not.toHaveProperty('metadata');
  expect(JSON.stringify(second?.unfurls)).toContain('gave up');
});

it('the panel shows a member the quotes for and against, and who said them', async () => {
  const bench = await withResearch();
  const { trigger_id, metadata } = await panel(bench, opened(BELIEF));
  expect(trigger_id).toBe('trigger-1');
  expect(metadata).toMatchObject({ external_ref: { id: 'sig1', type: 'signal' } });
  const text = JSON.stringify(metadata);
  expect(text).toContain('I gave up on the invoice export for the 1. time.');
  expect(text).toContain('On the other hand');
  expect(text).toContain('Ana P.');
  expect(text).not.toContain('Ana Petrova');
});

it.each([
  ['a guest', { id: 'U1', team_id: 'T1', is_restricted: true }, {}],
  ['somebody whom Slack does not describe', undefined, {}],
  ['a member in a channel that is shared', { id: 'U1', team_id: 'T1' }, { is_ext_shared: true }],
])('the panel shows %s no quotes', async (_who, user, channel) => {
  const bench = await withResearch();
  bench.slack.always('users.info', user ? { user } : { ok: false, error: 'missing_scope' });
  bench.slack.always('conversations.info', { channel });
  const { metadata } = await panel(bench, opened(BELIEF));
  expect(JSON.stringify(metadata)).toContain('Exporting invoices');
  expect(JSON.stringify(metadata)).not.toContain('gave up');
});

it('the panel of another team’s belief, of nothing and of a foreign address stays empty', async () => {
  const bench = await withResearch();
  const other = await database.createTeam();
  const theirs = research().map((line) =>
    JSON.parse(JSON.stringify(line).replaceAll('sig1', 'theirs').replaceAll('SIG-12', 'SIG-99')),
  );
  await importSnapshot(database.context(other), () => ndjson(theirs));
  for (const url of [
    `${BASE}/p/signals/theirs`,
    `${BASE}/p/signals/SIG-99`,
    `${BASE}/p/studies/none`,
    'https://evil.example/p/signals/sig1',
    'no address',
  ]) {
    const { metadata, error } = await panel(bench, opened(url));
    expect([metadata, error]).toEqual([undefined, { status: 'not_found' }]);
  }
});

it('the panel tells a member of another workspace that it is not for them', async () => {
  const bench = await withResearch();
  bench.slack.always('users.info', { user: { id: 'U9', team_id: 'T9' } });
  const { metadata, error } = await panel(bench, opened(BELIEF, { user: 'U9' }));
  expect(metadata).toBeUndefined();
  expect(error).toMatchObject({ custom_message: expect.stringContaining('Only members') });
  expect(bench.slack.of('chat.postEphemeral')).toEqual([]);
});

it.each([
  '<!channel> <@U1> <https://evil.example|here>',
  '*bold* `code` :tada:',
  '.'.repeat(20_000),
  '\u202egnirts\u202c</script>',
])('text like %.30s is plain and short in a Work Object', async (hostile) => {
  const bench = await createBench(database);
  const lines = research().map((line) => ({
    ...line,
    ...(line.resource === 'signal' && { label: hostile, description: hostile }),
    ...(line.resource === 'evidence' && { quote: hostile }),
  }));
  await importSnapshot(database.context(bench.teamId), () => ndjson(lines));
  const { metadata } = await panel(bench, opened(BELIEF));
  const { attributes, custom_fields } = (
    metadata as { entity_payload: { attributes: object; custom_fields: object[] } }
  ).entity_payload;
  expect(custom_fields.length).toBeGreaterThan(2);
  for (const field of custom_fields as Record<string, unknown>[]) {
    expect(field.type).toBe('string');
    expect(field).not.toHaveProperty('format'); // without one Slack shows it as it is
    expect(String(field.value).length).toBeLessThan(600);
  }
  expect(JSON.stringify(attributes).length).toBeLessThan(600);
});
