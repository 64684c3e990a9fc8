import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import type { DataSource } from 'typeorm';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { createDataSource } from '../../db/data-source.js';
import { type Embedded, startEmbedded } from '../../db/embedded/embedded.js';
import { Evidence } from '../../db/entities/evidence.js';
import { Team } from '../../db/entities/team.js';
import { migrate } from '../../db/migrate.js';
import {
  nearestByIndex,
  nearestInMeaning,
  type SimilarityRow,
  searchByIndex,
} from '../../db/queries/embeddings.js';
import { SystemDatabase } from '../../db/system-database.js';
import { retrieve } from '../../src/answers/ask/retrieve.js';
import { type Reading, understand } from '../../src/answers/ask/understand.js';
import { fuse, meaning, vectorText } from '../../src/answers/embeddings/find-by-meaning.js';
import { type EvidenceSearch, searchEvidence } from '../../src/answers/search/find-evidence.js';
import { refreshSearch } from '../../src/answers/search/refresh-search.js';
import { type Context, inTransaction } from '../../src/core/context.js';
import { createLog } from '../../src/core/log.js';
import type { Models } from '../../src/core/models/models.js';
import { createJobRunner, RetryLater } from '../../src/jobs/index.js';
import { embedEvidence } from '../../src/server/jobs-and-schedules.js';
import { configuredModels } from '../../src/server/service.js';
import { type SeededQuote, type SeededSignal, seed } from '../answers/seed.js';
import { useDatabase } from '../support/database.js';
import { FakeEmbeddingsServer } from './fake-embeddings-server.js';

const server = new FakeEmbeddingsServer();
const embeddings = (model: string) => ({ baseUrl: server.url, model });

beforeAll(() => server.start());
afterEach(() => server.reset());
afterAll(() => server.stop());

const quotes: readonly SeededQuote[] = [
  { id: 'bailed', quote: 'Honestly, I bailed at the wizard.', study: 'setup' },
  { id: 'export', quote: 'Exporting reports to a spreadsheet works nicely.', study: 'setup' },
  { id: 'colours', quote: 'Those colours make the charts unreadable.', study: 'look' },
  { id: 'billing', quote: 'Invoices arrive twice every single month.', study: 'look' },
  { id: 'against', quote: 'Nobody bailed at the wizard here.', kind: 'counterEvidence' },
];
const paraphrase = 'quitting during steps';

/** pgvector comes with the embedded database; a server under test may not have it. */
let embedded: Embedded;
let dataSource: DataSource;
let system: SystemDatabase;
const dir = mkdtempSync(join(tmpdir(), 'belief-vectors-'));

beforeAll(async () => {
  embedded = await startEmbedded(join(dir, 'pg'), { fsync: false, vectors: true });
  dataSource = await createDataSource({ url: embedded.url }).initialize();
  await migrate(dataSource);
  system = new SystemDatabase(dataSource);
}, 120_000);

afterAll(async () => {
  await dataSource?.destroy();
  await embedded?.stop();
  rmSync(dir, { recursive: true, force: true });
});

const log = createLog('silent');
let teams = 0;

async function seededTeam(
  rows: readonly SeededQuote[] = quotes,
  model = 'small',
  signals: readonly SeededSignal[] = [],
): Promise<Context> {
  const teamId = `team-${++teams}`;
  await dataSource.getRepository(Team).insert({ teamId, name: teamId });
  const ctx = contextOf(teamId, await modelsOf(model));
  await seed(ctx, rows, signals);
  return ctx;
}

const modelsOf = (model: string): Promise<Models> =>
  configuredModels({ config: { embeddings: embeddings(model) }, system, log });

const contextOf = (teamId: string, models: Models): Context => ({
  db: system.team(teamId),
  actor: { type: 'operator', id: 'test', name: 'Test' },
  now: new Date(),
  log,
  models,
});

const ids = async (ctx: Context, search: EvidenceSearch): Promise<string[]> =>
  (await searchEvidence(ctx, search)).map(({ item }) => item.evidenceId);

const builtIn = (ctx: Context, search: EvidenceSearch) =>
  searchEvidence({ ...ctx, models: { usage: ctx.models!.usage } }, search);

describe('search with embeddings', () => {
  it('finds a quote that shares a meaning and no word with the query', async () => {
    const ctx = await seededTeam();
    expect(await ids(ctx, { query: paraphrase })).not.toContain('bailed');
    await embedEvidence.run(ctx, {});
    expect((await ids(ctx, { query: paraphrase }))[0]).toBe('bailed');
  });

  it('sends no names of participants, in quotes or in searches', async () => {
    const rows = [
      { id: 'named', quote: 'Then Ines bailed at the wizard.', person: 'Ines Marsh' },
      ...quotes,
    ];
    const ctx = await seededTeam(rows);
    await embedEvidence.run(ctx, {});
    await ids(ctx, { query: 'Why was Ines Marsh quitting?' });
    const sent = server.requests.flatMap(({ input }) => input);
    expect(sent).toContain('Then Participant 1 bailed at the wizard.');
    expect(sent.at(-1)).toMatch(/^Why was Participant 1 (?:Participant 2 )?quitting\?$/);
    expect(sent.join()).not.toMatch(/Ines|Marsh/);
  });

  it('keeps scopes, kinds, limit and minScore', async () => {
    const ctx = await seededTeam();
    await embedEvidence.run(ctx, {});
    expect(await ids(ctx, { query: paraphrase, kind: 'counterEvidence' })).toEqual(['against']);
    expect(await ids(ctx, { query: paraphrase, studyId: 'look' })).not.toContain('bailed');
    expect(await ids(ctx, { query: paraphrase, studyId: 'nowhere' })).toEqual([]);
    expect(await ids(ctx, { query: paraphrase, signalId: 'nothing' })).toEqual([]);
    expect(await ids(ctx, { query: 'wizard reports colours', limit: 2 })).toHaveLength(2);
    const strict = await searchEvidence(ctx, { query: paraphrase, minScore: 0.5 });
    expect(strict.map(({ item }) => item.evidenceId)).toEqual(['bailed']);
  });

  it('puts a pasted quote first with a score of 1, and every score between 0 and 1', async () => {
    const ctx = await seededTeam();
    await embedEvidence.run(ctx, {});
    for (const { id, quote } of quotes.slice(0, 4)) {
      const hits = await searchEvidence(ctx, { query: quote });
      expect(hits[0]?.item.evidenceId).toBe(id);
      expect(hits[0]?.score).toBe(1);
      for (const { score } of hits) expect(score).toBeLessThanOrEqual(1);
    }
  });

  it('adds quotes with a similar meaning to those that share the words of the question', async () => {
    const setup: SeededSignal = {
      id: 's1',
      label: 'The assistant asks too much',
      themes: { setup: 'supports' },
    };
    const rows = quotes.map((quote) => ({ ...quote, theme: 'setup', study: 'setup' }));
    const ctx = await seededTeam(rows, 'small', [setup]);
    const cited = async () => {
      const understood = understand({ question: paraphrase, earlier: [] }, ctx.now);
      const { readings } = understood as { readings: Reading[] };
      const { signals } = await retrieve(ctx, readings[0]!);
      return signals.flatMap((signal) => signal.quotes.map(({ item }) => item.evidenceId));
    };
    expect(await cited()).not.toContain('bailed');
    await embedEvidence.run(ctx, {});
    expect((await cited())[0]).toBe('bailed');
  });

  it('never shows another team’s quotes', async () => {
    const mine = await seededTeam(quotes.filter(({ id }) => id !== 'bailed'));
    const other = await seededTeam();
    await embedEvidence.run(mine, {});
    await embedEvidence.run(other, {});
    expect(await ids(mine, { query: paraphrase })).not.toContain('bailed');
  });

  it('is the built-in search while the endpoint fails, and does not ask it again at once', async () => {
    const ctx = await seededTeam();
    await embedEvidence.run(ctx, {});
    server.reset();
    server.failures = [500];
    const query = 'exporting reports';
    expect(await searchEvidence(ctx, { query })).toEqual(await builtIn(ctx, { query }));
    expect(await searchEvidence(ctx, { query })).toEqual(await builtIn(ctx, { query }));
    expect(server.requests).toHaveLength(1);
  });
});

describe('the index over vectors', () => {
  it('finds what comparing every vector finds, of this team and this model alone', async () => {
    const many = Array.from({ length: 60 }, (_, index) => ({
      id: `q${index}`,
      quote: quotes.map(({ quote }) => quote.split(' ')[index % 5]).join(` number${index} `),
      person: 'same',
    }));
    const ctx = await seededTeam(many);
    const other = await seededTeam(many.map((one) => ({ ...one, id: `other-${one.id}` })));
    for (const team of [ctx, other]) await embedEvidence.run(team, {});
    const { vectors } = await ctx.models!.embeddings!.embed(['Exporting colours number7'], {
      timeoutMs: 5_000,
    });
    const nearestTo = { model: 'small', vector: vectorText(vectors[0]!), kind: 'evidence' };
    const exact = await ctx.db.rows(nearestInMeaning, {
      ...nearestTo,
      studyId: null,
      signalId: null,
    });
    const indexed = await inTransaction(ctx, async (tx) => {
      await tx.db.rows(searchByIndex);
      return tx.db.rows(nearestByIndex(48), 'small', nearestTo.vector, 'evidence');
    });
    expect(exact).toHaveLength(60);
    const nearest = (rows: SimilarityRow[]) =>
      rows.slice(0, 10).map(({ evidenceId }) => evidenceId);
    expect(nearest(indexed)).toEqual(nearest(exact));
    const made = await dataSource.query(
      `select indexdef from pg_indexes where indexname = 'evidence_embeddings_near_48'`,
    );
    expect(made[0].indexdef).toContain('hnsw');
  });
});

describe('the job that embeds', () => {
  it('embeds each quote once, and a quote again when its words change', async () => {
    const ctx = await seededTeam();
    await embedEvidence.run(ctx, {});
    expect(server.requests.map(({ input }) => input.length)).toEqual([quotes.length]);
    await embedEvidence.run(ctx, {});
    expect(server.requests).toHaveLength(1);
    const reworded = { quote: 'Exporting charts is a pain.' };
    await ctx.db.update(Evidence, { evidenceId: 'export' }, reworded);
    await inTransaction(ctx, (tx) => refreshSearch(tx));
    await embedEvidence.run(ctx, {});
    expect(server.requests.at(-1)?.input).toEqual(['Exporting charts is a pain.']);
  });

  it('goes on where it was stopped, in batches', async () => {
    const many = Array.from({ length: 150 }, (_, index) => ({
      id: `q${index}`,
      quote: `Number ${index} speaks of something else entirely.`,
      person: 'same',
    }));
    const ctx = await seededTeam(many);
    server.failures = [200, 503];
    const failed = await embedEvidence.run(ctx, {}).catch((error: unknown) => error);
    expect(failed).toBeInstanceOf(RetryLater);
    expect((failed as RetryLater).delayMs).toBe(30_000);
    await embedEvidence.run(ctx, {});
    const sizes = server.requests.map(({ input }) => input.length);
    expect(sizes).toEqual([64, 64, 64, 22]);
  });

  it('waits as long as a limited endpoint asks, and fails where it refuses', async () => {
    const ctx = await seededTeam();
    server.failures = [429];
    const limited = await embedEvidence.run(ctx, {}).catch((error: unknown) => error);
    expect((limited as RetryLater).delayMs).toBe(7_000);
    server.failures = [401];
    await expect(embedEvidence.run(ctx, {})).rejects.toThrow(/refused the request \(401\)/);
  });

  it('changes the model while search goes on with the old one', async () => {
    const old = await seededTeam();
    await embedEvidence.run(old, {});
    const ctx = contextOf(old.db.teamId, await modelsOf('large'));
    expect((await ids(ctx, { query: paraphrase }))[0]).toBe('bailed');
    expect(server.requests.at(-1)?.model).toBe('small');
    await embedEvidence.run(ctx, {});
    expect((await ids(ctx, { query: paraphrase }))[0]).toBe('bailed');
    expect(server.requests.at(-1)?.model).toBe('large');
    const left = await dataSource.query(
      'select distinct model from evidence_embeddings where team_id = $1',
      [ctx.db.teamId],
    );
    expect(left).toEqual([{ model: 'large' }]);
  });

  it('does nothing without an endpoint', async () => {
    const ctx = await seededTeam();
    await embedEvidence.run({ ...ctx, models: { usage: ctx.models!.usage } }, {});
    expect(server.requests).toEqual([]);
  });

  it('is worked by the queue, after which search finds by meaning', async () => {
    const ctx = await seededTeam();
    const runner = createJobRunner({ system, log, handlers: [embedEvidence], models: ctx.models! });
    runner.start();
    try {
      await vi.waitFor(
        async () => expect((await ids(ctx, { query: paraphrase }))[0]).toBe('bailed'),
        { timeout: 60_000, interval: 100 },
      );
    } finally {
      await runner.stop();
    }
  });

  it('is asked for by every import, and by a start', async () => {
    const ctx = await seededTeam();
    const waiting = () =>
      dataSource.query(
        `select generation from jobs where team_id = $1 and kind = 'embed-evidence'`,
        [ctx.db.teamId],
      );
    const [asked] = await waiting();
    await modelsOf('small');
    expect(Number((await waiting())[0].generation)).toBe(Number(asked.generation) + 1);
  });
});

describe('without pgvector', () => {
  const plain = useDatabase();

  it('search is the built-in one, and one line of the log says why', async () => {
    const lines: unknown[] = [];
    const noisy = { ...log, warn: (line: unknown) => void lines.push(line) } as typeof log;
    const models = await configuredModels({
      config: { embeddings: embeddings('small') },
      system: plain.system,
      log: noisy,
    });
    const [{ available }] = await plain.dataSource.query(
      `select exists (select from pg_available_extensions where name = 'vector') as available`,
    );
    if (available) return expect(models.embeddings).toBeDefined();
    expect(models.embeddings).toBeUndefined();
    expect(lines).toEqual([expect.stringContaining('no extension pgvector')]);
    const ctx = plain.context(await plain.createTeam(), { models });
    await seed(ctx, quotes);
    await embedEvidence.run(ctx, {});
    expect((await ids(ctx, { query: 'exporting reports' }))[0]).toBe('export');
    expect(server.requests).toEqual([]);
  });
});

describe('the rules of fusion', () => {
  const share = fc.double({ min: 0, max: 1, noNaN: true });
  const candidate = (evidenceId: string, exact = false) => ({
    evidenceId,
    talkId: 's',
    position: 0,
    quoteTerms: '',
    contextTerms: '',
    aroundTerms: '',
    exact,
  });

  it('give 0 to 1, never less than either ranking alone, and the pasted quote first', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(share, share), { minLength: 1, maxLength: 20 }), (pairs) => {
        const ranked = pairs.map(([score], index) => ({
          candidate: candidate(`e${index}`, index === 0),
          score: index === 0 ? 1 : score,
        }));
        const meanings = new Map(pairs.map(([, near], index) => [`e${index}`, near]));
        const fused = fuse(ranked, meanings);
        expect(fused[0]).toEqual({ evidenceId: 'e0', score: 1 });
        const byScore = ranked.toSorted((a, b) => b.score - a.score);
        expect(fuse(byScore, new Map())).toEqual(
          byScore.map(({ candidate: { evidenceId }, score }) => ({ evidenceId, score })),
        );
        for (const { evidenceId, score } of fused) {
          const lexical = ranked.find((one) => one.candidate.evidenceId === evidenceId)!.score;
          expect(score).toBeGreaterThanOrEqual(
            Math.max(lexical, meanings.get(evidenceId)!) - 1e-12,
          );
          expect(score).toBeLessThanOrEqual(1);
        }
      }),
    );
  });

  it('count similarity only above what any two quotes have in common', () => {
    fc.assert(
      fc.property(
        fc.double({ min: -1, max: 1, noNaN: true }),
        fc.double({ min: -1, max: 0.99, noNaN: true }),
        fc.double({ min: 0, max: 0.5, noNaN: true }),
        (similarity, background, more) => {
          const value = meaning(similarity, background);
          expect(value).toBeGreaterThanOrEqual(0);
          expect(value).toBeLessThanOrEqual(1);
          if (similarity <= background) expect(value).toBe(0);
          expect(meaning(similarity + more, background)).toBeGreaterThanOrEqual(value - 1e-12);
          expect(meaning(1, background)).toBe(1);
        },
      ),
    );
  });
});
