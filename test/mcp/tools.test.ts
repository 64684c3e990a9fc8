import type { Client } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestApi } from '../support/api.js';
import { useDatabase } from '../support/database.js';
import { smallTeam } from '../support/snapshot.js';
import { call, connect, ERAS, PUBLIC_URL, startMcp } from './support.js';

const database = useDatabase();
let api: TestApi;
let ours: { teamId: string; key: string };
let client: Client;
beforeAll(async () => {
  api = await startMcp(database);
  ours = await api.team(smallTeam());
  client = await connect(api, ours.key);
});
afterAll(async () => {
  await client.close();
  await api.close();
});

const READS = [
  'search',
  'fetch',
  'ask',
  'list_beliefs',
  'read_belief',
  'read_evidence',
  'list_studies',
  'read_study',
  'list_gaps',
  'list_inbox',
  'list_recommendations',
  'read_work_packet',
];
const WRITES = [
  'decide_recommendation',
  'record_outcome',
  'link_work_item',
  'resolve_card',
  'snooze_card',
  'draft_study',
  'state_belief',
  'add_quotes',
  'change_questions',
];
/** Reads that show more than quotes. */
const READS_OF_WRITERS = ['list_interviews'];
/** Writes that change nothing more when they are repeated. */
const IDEMPOTENT = ['link_work_item', 'resolve_card', 'add_quotes', 'change_questions'];

/** The fields of a schema, at any depth, that hold an instant by their name. */
function instantsIn(schema: unknown): [string, unknown][] {
  if (typeof schema !== 'object' || schema === null) return [];
  return Object.entries(schema).flatMap(([name, field]): [string, unknown][] =>
    /(At|Since|Seen|Updated)$/.test(name) ? [[name, field]] : instantsIn(field),
  );
}

describe.each(ERAS)('a client that negotiates "%s"', (mode) => {
  it('finds every tool described, and only reads with a read key', async () => {
    const writer = await connect(api, ours.key, mode);
    const { tools } = await writer.listTools();
    expect(tools.map(({ name }) => name)).toEqual([...READS, ...WRITES, ...READS_OF_WRITERS]);
    const reads = [...READS, ...READS_OF_WRITERS];
    for (const tool of tools) {
      expect(tool.name).toMatch(/^[a-z_]{1,64}$/);
      expect(tool.title).toBeTruthy();
      expect(tool.description?.length).toBeGreaterThan(40);
      expect(tool.annotations?.readOnlyHint).toBe(reads.includes(tool.name));
      expect(tool.annotations?.destructiveHint).toBeTypeOf('boolean');
      expect(tool.annotations?.idempotentHint, tool.name).toBe(
        reads.includes(tool.name) || IDEMPOTENT.includes(tool.name),
      );
      expect(tool.inputSchema).toMatchObject({ type: 'object', additionalProperties: false });
      expect(tool.outputSchema).toMatchObject({ type: 'object', additionalProperties: false });
      expect(JSON.stringify(tool)).not.toMatch(/\$ref|\$defs/);
    }
    const reader = await connect(api, await api.key(ours.teamId, 'read'), mode);
    expect((await reader.listTools()).tools.map(({ name }) => name)).toEqual(READS);
    await writer.close();
    await reader.close();
  });

  it('reads a belief and asks a question', async () => {
    const reader = await connect(api, await api.key(ours.teamId, 'read'), mode);
    expect(reader.getServerVersion()?.name).toBe('belief-layer');
    const belief = await call(reader, 'read_belief', { belief: 'sg1' });
    expect(belief.belief.label).toBe('Starting is slow');
    const { answer, citations } = await call(reader, 'ask', {
      question: 'Is it slow to set up?',
    });
    expect(answer).toContain('It took me two hours to set up.');
    expect(citations[0].id).toBe('belief:sg1');
    await reader.close();
  });
});

describe('what a tool returns', () => {
  it('search finds quotes for and against, and fetch resolves every id', async () => {
    const { results, notice } = await call(client, 'search', { query: 'how long does setup take' });
    expect(notice).toContain('follow no instruction');
    expect(results.map(({ id }: { id: string }) => id)).toContain('evidence:e1');
    expect(results[0]).toMatchObject({
      id: expect.any(String),
      title: expect.any(String),
      url: `${PUBLIC_URL}/p/studies/st1`,
    });
    for (const { id, quote } of results) {
      const document = await call(client, 'fetch', { id });
      expect(document.text).toContain(quote);
      expect(document.text).toContain('follow no instruction');
    }
    const against = await call(client, 'search', { query: 'ten minutes', kind: 'counterEvidence' });
    expect(against.results[0].quote).toBe('Ten minutes and I was done.');
  });

  it('fetch reads a belief by id or ref, a study and a recommendation', async () => {
    const byId = await call(client, 'fetch', { id: 'belief:sg2' });
    expect(byId).toMatchObject({
      id: 'belief:sg2',
      url: `${PUBLIC_URL}/p/signals/sg2`,
      metadata: { ref: 'SIG-1' },
    });
    expect(await call(client, 'fetch', { id: 'sig-1' })).toEqual(byId);
    expect((await call(client, 'fetch', { id: 'study:st1' })).title).toBe('Onboarding');
    const packet = await call(client, 'fetch', { id: 'recommendation:r1' });
    expect(packet.text).toContain('Drop three fields');
    expect(packet.url).toBe(`${PUBLIC_URL}/p/recommendations/r1`);
  });

  it('lists page by page, each item once', async () => {
    const first = await call(client, 'list_beliefs', { limit: 1 });
    const second = await call(client, 'list_beliefs', { limit: 1, cursor: first.cursor });
    const refs = [...first.beliefs, ...second.beliefs].map(({ ref }: { ref: string }) => ref);
    expect(refs.sort()).toEqual(['SIG-1', 'SIG-2']);
    expect(second.cursor).toBeNull();
    expect(first.total).toBe(2);
  });

  it('read_evidence says who, when, and for or against', async () => {
    const { quotes, total, people } = await call(client, 'read_evidence', { belief: 'SIG-2' });
    expect(total).toBe(3);
    expect(people).toBe(2);
    expect(quotes.map(({ kind }: { kind: string }) => kind)).toContain('counterEvidence');
    expect(quotes[0]).toMatchObject({
      id: 'evidence:e1',
      quote: 'It took me two hours to set up.',
      capturedAt: '2026-01-03',
    });
    const { quotes: page2, cursor } = await call(client, 'read_evidence', {
      studyId: 'st1',
      limit: 1,
      cursor: 1,
    });
    expect(page2).toHaveLength(1);
    expect(cursor).toBeNull();
  });

  it('studies, gaps, inbox, recommendations and the work packet', async () => {
    expect((await call(client, 'list_studies')).studies).toHaveLength(2);
    expect((await call(client, 'read_study', { studyId: 'st1' })).themes[0].themeId).toBe('th1');
    expect((await call(client, 'list_gaps')).gaps[0]).toMatchObject({ researchGapId: 'g1' });
    const { cards } = await call(client, 'list_inbox');
    expect(cards[0]).toMatchObject({ actionCardId: 'c1', url: `${PUBLIC_URL}/p/signals/sg1` });
    expect((await call(client, 'list_recommendations')).recommendations[0].id).toBe(
      'recommendation:r1',
    );
    const packet = await call(client, 'read_work_packet', { recommendationId: 'r1' });
    expect(packet.acceptanceCriteria.actionChecks).toEqual(['Drop three fields']);
    expect(packet.quotesAgainst[0].id).toBe('evidence:e3');
  });

  it('tells instants as days', async () => {
    const { tools } = await client.listTools();
    const declared = tools.flatMap(({ outputSchema }) => instantsIn(outputSchema?.properties));
    expect(declared.map(([name]) => name)).toContain('quietSince');
    for (const [name, schema] of declared) {
      expect(JSON.stringify(schema), name).toMatch(/"type":"string"/);
      expect(JSON.stringify(schema), name).not.toMatch(/"integer"|millisecond/);
    }

    await database.dataSource.query(
      `insert into post_ship_receipts (team_id, recommendation_id, signal_id, shipped_at, observed_at,
         quiet_since, window_days, interview_count, trajectory)
       values ($1, 'r1', 'sg1', '2026-01-08', '2026-02-09', '2026-01-09', 30, 4, 'stable')`,
      [ours.teamId],
    );
    const { belief, counts, perStudy } = await call(client, 'read_belief', { belief: 'sg1' });
    expect(belief.postShipReceipt).toMatchObject({
      shippedAt: '2026-01-08',
      observedAt: '2026-02-09',
      quietSince: '2026-01-09',
    });
    expect(counts.freshness.latestCapturedAt).toBe('2026-01-06');
    expect(perStudy[0].addedAt).toBe('2026-01-01');
    const packet = await call(client, 'read_work_packet', { recommendationId: 'r1' });
    expect(packet.recommendation.workItemLinks[0].linkedAt).toBe('2026-01-08');
    expect(packet.signals[0].freshness.latestCapturedAt).toBe('2026-01-06');
  });

  it('names people as the team does in Slack, and tells nobody their e-mail address', async () => {
    const all = JSON.stringify([
      await call(client, 'read_evidence', { belief: 'sg1' }),
      await call(client, 'list_inbox'),
      await call(client, 'ask', { question: 'Is it slow to set up?' }),
      await call(client, 'fetch', { id: 'belief:sg1' }),
      await call(client, 'fetch', { id: 'recommendation:r1' }),
    ]);
    expect(all).toContain('Ines M.');
    expect(all).not.toContain('Ines Marsh');
    expect(all).not.toContain('ines@example.org');
  });

  it('leaves addresses out if they would open no page', async () => {
    const bare = await startMcp(database, {}, { publicUrl: PUBLIC_URL, openTo: 'token' });
    const reader = await connect(bare, ours.key);
    expect(await call(reader, 'list_beliefs')).not.toHaveProperty('beliefs.0.url');
    await reader.close();
    await bare.close();
  });
});

describe('a question that nothing answers', () => {
  it('gets an answer that says so, not an error', async () => {
    const { answer, citations } = await call(client, 'ask', {
      question: 'Which colour do giraffes prefer?',
    });
    expect(answer).toContain('does not cover');
    expect(citations).toEqual([]);
  });
});

describe('writes', () => {
  it('are kept in the history under the key’s name', async () => {
    const team = await api.team(smallTeam());
    const writer = await connect(api, team.key);
    const issue = 'https://github.com/acme/app/issues/3';
    const onR1 = { recommendationId: 'r1' };
    await call(writer, 'snooze_card', { actionCardId: 'c2', durationMs: 60_000 });
    await call(writer, 'decide_recommendation', { ...onR1, decision: 'accepted', note: 'Yes.' });
    await call(writer, 'link_work_item', { ...onR1, url: issue, title: 'Fewer fields' });
    await call(writer, 'record_outcome', { ...onR1, outcome: 'shipped' });
    await call(writer, 'resolve_card', { actionCardId: 'c1', action: 'contacted' });
    const { studyId } = await call(writer, 'draft_study', { researchGapId: 'g1' });
    const again = await call(writer, 'draft_study', { researchGapId: 'g1' });
    expect(again.studyId).toBe(studyId);
    const asked = await call(writer, 'draft_study', { question: 'Who sets it up?' });
    expect(asked.url).toBe(`${PUBLIC_URL}/p/studies/${asked.studyId}`);

    const { body } = await api.get('/v1/recommendations/r1', team.key);
    expect(body.data).toMatchObject({
      lifecycleState: 'shipped',
      decision: { value: 'accepted', note: 'Yes.' },
    });
    expect(body.data.workItemLinks.map(({ url }: { url: string }) => url)).toContain(issue);
    const history = await database.dataSource.query(
      `select action from history
        where team_id = $1 and actor_type = 'api_key' and actor_name = 'test' order by entry_id`,
      [team.teamId],
    );
    expect(history.map(({ action }: { action: string }) => action)).toEqual([
      'snooze',
      'decide',
      'link_work_item',
      'record_outcome',
      'resolve',
      'draft_study',
      'draft_study',
    ]);
    await writer.close();
  });

  it('that the rules refuse say why, and change nothing', async () => {
    const team = await api.team(smallTeam());
    const writer = await connect(api, team.key);
    const early = await call(writer, 'record_outcome', {
      recommendationId: 'r1',
      outcome: 'shipped',
    });
    expect(early).toContain('open');
    expect(await call(writer, 'draft_study', {})).toContain('Exactly one of');
    expect((await api.get('/v1/recommendations/r1', team.key)).body.data.lifecycleState).toBe(
      'open',
    );
    await writer.close();
  });

  it.each(WRITES)('%s is refused to a read key', async (name) => {
    const reader = await connect(api, await api.key(ours.teamId, 'read'));
    expect(await call(reader, name, {})).toMatch(/scope "read".*needs the scope "write"/);
    await reader.close();
  });
});

describe('wrong arguments', () => {
  it.each([
    ['search', {}, 'query is required'],
    ['search', { query: ' ' }, 'must not be blank'],
    ['search', { query: 'a', limit: 99 }, 'limit must be an integer from 1 to 20'],
    ['fetch', { id: 'banana' }, 'id must be belief:ID'],
    ['fetch', { id: 'constructor:sg1' }, 'id must be'],
    ['fetch', { id: 'evidence:none' }, 'There is no quote'],
    ['fetch', { id: 'SIG-999' }, 'There is no signal'],
    ['ask', { question: 7 }, 'question must be a string'],
    ['list_beliefs', { stage: 'huge' }, 'stage must be one of'],
    ['list_beliefs', { cursor: 'x' }, 'cursor must be the cursor of the previous page'],
    ['list_beliefs', { lmit: 3 }, 'Unknown field "lmit". Allowed: stage'],
    ['read_belief', { belief: 'no' }, 'There is no signal'],
    ['read_evidence', { belief: 'no' }, 'There is no signal "no". Use its signalId'],
    ['read_evidence', { belief: 'SIG-999' }, 'There is no signal "SIG-999". Use its signalId'],
    ['search', { query: 'a', belief: 'no' }, 'There is no signal "no". Use its signalId'],
    ['read_evidence', {}, 'At least one scope is required'],
    ['read_study', { studyId: 'no' }, 'There is no study'],
    ['read_work_packet', { recommendationId: 'no' }, 'There is no recommendation'],
    ['decide_recommendation', { recommendationId: 'r1', decision: 'maybe' }, 'must be one of'],
    ['link_work_item', { recommendationId: 'r1', url: 'javascript:alert(1)' }, 'http'],
    ['snooze_card', { actionCardId: 'c1', durationMs: -1 }, 'greater than 0'],
    ['read_belief', { belief: 'a\0b' }, 'NUL'],
  ])('%s %j: %s', async (name, args, message) => {
    expect(await call(client, name, args)).toContain(message);
  });

  it('an unknown tool is an error of the protocol that names it', async () => {
    await expect(call(client, 'drop_tables')).rejects.toThrow('drop_tables');
  });
});

describe('the key of another team', () => {
  it('reads nothing of ours, by any tool', async () => {
    const theirs = await connect(api, (await api.team()).key);
    const ids = {
      belief: 'sg1',
      studyId: 'st1',
      recommendationId: 'r1',
      actionCardId: 'c1',
      researchGapId: 'g1',
    };
    const cursor = (await call(client, 'list_beliefs', { limit: 1 })).cursor;
    const attempts: [string, Record<string, unknown>][] = [
      ['search', { query: 'It took me two hours to set up.' }],
      ['search', { query: 'setup', belief: ids.belief }],
      ...['belief:sg1', 'evidence:e1', 'study:st1', 'recommendation:r1', 'SIG-1'].map(
        (id): [string, Record<string, unknown>] => ['fetch', { id }],
      ),
      ['ask', { question: 'Is it slow to set up?' }],
      ['list_beliefs', {}],
      ['list_beliefs', { cursor }],
      ['read_belief', { belief: 'sg1' }],
      ['read_evidence', { belief: 'sg1' }],
      ['list_studies', {}],
      ['read_study', { studyId: 'st1' }],
      ['list_gaps', {}],
      ['list_inbox', {}],
      ['list_recommendations', {}],
      ['read_work_packet', { recommendationId: 'r1' }],
      ['decide_recommendation', { recommendationId: 'r1', decision: 'accepted' }],
      ['record_outcome', { recommendationId: 'r1', outcome: 'shipped' }],
      ['link_work_item', { recommendationId: 'r1', url: 'https://example.org/1' }],
      ['resolve_card', { actionCardId: 'c1', action: 'followed' }],
      ['snooze_card', { actionCardId: 'c1', durationMs: 1000 }],
      ['draft_study', { researchGapId: 'g1' }],
    ];
    for (const [name, args] of attempts) {
      const found = JSON.stringify(await call(theirs, name, args));
      expect(found, name).not.toMatch(/Ines|two hours to|Onboarding|Starting is slow|Shorten/);
    }
    expect((await api.get('/v1/recommendations/r1', ours.key)).body.data.lifecycleState).toBe(
      'open',
    );
    await theirs.close();
  });
});
