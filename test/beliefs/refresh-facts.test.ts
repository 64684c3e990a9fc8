import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Evidence, Theme } from '../../db/entities/evidence.js';
import { Signal, SignalTheme } from '../../db/entities/signal.js';
import { SourceItem } from '../../db/entities/source-item.js';
import { Study } from '../../db/entities/study.js';
import { type EvidenceScope, evidenceSummary } from '../../db/queries/evidence.js';
import { teamStatement } from '../../db/statement.js';
import type { TeamDatabase } from '../../db/team-database.js';
import { keptSummary } from '../../src/beliefs/queries/evidence-facts.js';
import { quotesOfMonths } from '../../src/beliefs/queries/over-time.js';
import {
  type ChangedMaterial,
  refreshFacts,
  refreshFactsOf,
  settleTrajectories,
} from '../../src/beliefs/signals/refresh-facts.js';
import { inTransaction } from '../../src/core/context.js';
import { days } from '../../src/core/numbers.js';
import { useDatabase } from '../support/database.js';
import {
  type Corpus,
  daysAgo,
  link,
  NOW,
  participant,
  quote,
  signal,
  sourceItem,
  store,
  study,
  theme,
} from './support/corpus.js';
import { naiveMonths, naiveSignal, naiveTheme, qualifyingRows } from './support/naive-facts.js';

const database = useDatabase();
const STUDIES = ['s1', 's2', 's3'];
const PEOPLE = ['p1', 'p2', 'p3', 'p4', 'p5', 'p6', 'p7'];
const ITEMS = ['i1', 'i2', 'i3', 'i4', 'i5', 'i6', 'i7', 'i8'];
const THEMES = ['t1', 't2', 't3', 't4'];
const SIGNALS = ['g1', 'g2', 'g3'];

/** Days around the windows' edges, the usual place for mistakes. */
const age = fc.oneof(
  fc.integer({ min: 0, max: 120 }),
  fc.constantFrom(14, 30, 60, 90, 300, 330, 360, 400),
  fc.double({ min: 0, max: 70, noNaN: true }),
);
const instant = age.map((count) => daysAgo(count));

const item = (sourceItemId: string) =>
  fc
    .record({
      studyId: fc.constantFrom(...STUDIES),
      participantId: fc.constantFrom(...PEOPLE),
      status: fc.constantFrom('analyzed', 'analyzed', 'analyzed', 'failed', 'processing'),
      capturedAt: instant,
      qualityScore: fc.option(fc.constantFrom(0, 0.39, 0.4, 0.9)),
    })
    .map((row) =>
      sourceItem(sourceItemId, row.studyId, row.participantId, row as Partial<SourceItem>),
    );
const evidence = (evidenceId: string) =>
  fc
    .record({
      themeId: fc.constantFrom(...THEMES),
      sourceItemId: fc.constantFrom(...ITEMS),
      kind: fc.constantFrom('evidence', 'evidence', 'counterEvidence'),
      withdrawn: fc.constantFrom(false, false, false, true),
      capturedAtInherited: fc.boolean(),
      capturedAt: fc.option(instant),
    })
    .map((row) => quote(evidenceId, row.themeId, row.sourceItemId, row as Partial<Evidence>));
const belief = (signalId: string, index: number) =>
  fc.record({ stated: fc.option(instant), archivedAt: fc.option(instant) }).map((row) =>
    signal(signalId, index + 1, {
      statedFirstSeenAt: row.stated,
      ...(row.archivedAt && {
        archived: true,
        archiveReason: 'retired',
        archivedAt: row.archivedAt,
      }),
    }),
  );
const signalLink = fc
  .record({
    signalId: fc.constantFrom(...SIGNALS),
    themeId: fc.constantFrom(...THEMES),
    relationship: fc.constantFrom('supports', 'contradicts', 'nuances'),
    addedAt: fc.option(instant, { nil: undefined }),
  })
  .map((row) => link(row.signalId, row.themeId, row as Partial<SignalTheme>));

const corpus: fc.Arbitrary<Corpus> = fc.record({
  studies: fc.constant(STUDIES.map((id) => study(id))),
  participants: fc.constant(PEOPLE.map((id) => participant(id))),
  sourceItems: fc.tuple(...ITEMS.map(item)),
  themes: fc.constant(THEMES.map((id, index) => theme(id, STUDIES[index % 3] as string))),
  evidence: fc
    .integer({ min: 0, max: 40 })
    .chain((count) =>
      fc.tuple(...Array.from({ length: count }, (_, index) => evidence(`e${index}`))),
    ),
  signals: fc.tuple(...SIGNALS.map(belief)),
  links: fc.uniqueArray(signalLink, {
    selector: (row) => `${row.signalId} ${row.themeId}`,
    maxLength: 10,
  }),
});

async function expectFactsOf(db: TeamDatabase, expected: Corpus, now: Date): Promise<void> {
  for (const row of await db.find(Theme)) {
    expect(row).toMatchObject(naiveTheme(expected, row.themeId, now));
  }
  for (const row of await db.find(Signal)) {
    expect(row).toMatchObject(naiveSignal(expected, row.signalId, now));
    expect(quotesOfMonths(row.quotesByMonth, now)).toEqual(
      naiveMonths(expected, row.signalId, now),
    );
  }
  const rows = qualifyingRows(expected);
  for (const row of await db.find(SourceItem)) {
    expect(row.evidenceCount).toBe(rows.filter(({ itemId }) => itemId === row.sourceItemId).length);
  }
  for (const row of await db.find(Study)) {
    const items = expected.sourceItems?.filter(({ studyId }) => studyId === row.studyId) ?? [];
    expect(row).toMatchObject({
      participantCount: new Set(items.map(({ participantId }) => participantId)).size,
      sourceItemCount: items.length,
      themeCount: expected.themes?.filter(({ studyId }) => studyId === row.studyId).length,
      analyzedCount: items.filter(({ status }) => status === 'analyzed').length,
    });
  }
  await expectKeptSummaries(db);
  expect((await db.find(Evidence, { qualifies: true })).length).toBe(rows.length);
}

/** Counts kept for a whole signal or study are those that its rows give. */
async function expectKeptSummaries(db: TeamDatabase): Promise<void> {
  const scopes = [
    ...SIGNALS.map((id) => ['signal', id] as const),
    ...STUDIES.map((id) => ['study', id] as const),
  ];
  for (const [name, id] of scopes) {
    for (const bothKinds of [false, true]) {
      const scope = { ...NO_SCOPE, [name]: true, bothKinds };
      const counted = await db.row(evidenceSummary(scope), {
        signalId: name === 'signal' ? id : null,
        themeIds: null,
        studyId: name === 'study' ? id : null,
        sourceItemIds: null,
        evidenceIds: null,
      });
      const kept = await db.row(keptSummary, name, id, bothKinds);
      if (counted?.total === 0) expect(kept).toBeUndefined();
      else expect(kept).toEqual(counted);
    }
  }
}

const NO_SCOPE: EvidenceScope = {
  signal: false,
  themes: false,
  study: false,
  sourceItems: false,
  ids: false,
  bothKinds: false,
};

async function replaceMaterial(db: TeamDatabase, next: Corpus): Promise<void> {
  await db.delete(SignalTheme, {});
  await db.delete(Evidence, {});
  for (const { sourceItemId, ...row } of next.sourceItems ?? []) {
    await db.update(SourceItem, { sourceItemId }, row as never);
  }
  await store(db, { evidence: next.evidence ?? [], links: next.links ?? [] });
}

/** Some interviews, quotes and links of the second, the others of the first. */
function partOf(first: Corpus, second: Corpus, seed: number): Corpus {
  const takes = (index: number): boolean => ((seed >> (index % 12)) & 3) === 1;
  const mixed = <Row>(of: (one: Corpus) => readonly Row[] | undefined): Row[] => {
    const [old, fresh] = [of(first) ?? [], of(second) ?? []];
    const count = Math.max(old.length, fresh.length);
    return Array.from({ length: count }, (_, index) => (takes(index) ? fresh : old)[index]).filter(
      (row) => row !== undefined,
    );
  };
  const links = mixed(({ links }) => links);
  return {
    ...first,
    sourceItems: mixed(({ sourceItems }) => sourceItems),
    evidence: mixed(({ evidence }) => evidence),
    links: [...new Map(links.map((row) => [`${row.signalId} ${row.themeId}`, row])).values()],
  };
}

type Rows<Row> = (one: Corpus) => readonly Row[] | undefined;

/** The rows of `one` that `other` has not, or has otherwise. */
function rowsOnlyIn<Row>(one: Corpus, other: Corpus, of: Rows<Row>): Row[] {
  const known = new Set(of(other)?.map((row) => JSON.stringify(row)));
  return (of(one) ?? []).filter((row) => !known.has(JSON.stringify(row)));
}

/** Ids that a change could affect: interviews, themes and signals on either side of it. */
function difference(first: Corpus, second: Corpus): ChangedMaterial {
  const changed = <Row>(of: Rows<Row>): Row[] => [
    ...rowsOnlyIn(first, second, of),
    ...rowsOnlyIn(second, first, of),
  ];
  const items = changed(({ sourceItems }) => sourceItems);
  const quotes = changed(({ evidence }) => evidence);
  return {
    sourceItemIds: [...items, ...quotes].map(({ sourceItemId }) => sourceItemId),
    studyIds: items.map(({ studyId }) => studyId),
    themeIds: quotes.map(({ themeId }) => themeId),
    signalIds: changed(({ links }) => links).map(({ signalId }) => signalId),
  };
}

/** Writes only what differs, as verbs do. */
async function changeMaterial(db: TeamDatabase, first: Corpus, second: Corpus): Promise<void> {
  for (const { evidenceId } of rowsOnlyIn(first, second, ({ evidence }) => evidence)) {
    await db.delete(Evidence, { evidenceId });
  }
  for (const { signalId, themeId } of rowsOnlyIn(first, second, ({ links }) => links)) {
    await db.delete(SignalTheme, { signalId, themeId });
  }
  const changed = <Row>(of: Rows<Row>) => rowsOnlyIn(second, first, of);
  for (const { sourceItemId, ...row } of changed(({ sourceItems }) => sourceItems)) {
    await db.update(SourceItem, { sourceItemId }, row as never);
  }
  await store(db, {
    evidence: changed(({ evidence }) => evidence),
    links: changed(({ links }) => links),
  });
}

const versions = teamStatement<{ row: string }>(
  'test.factVersions',
  `select 'signal ' || signal_id || xmin as row from signals where team_id = $1
   union all select 'theme ' || theme_id || xmin from themes where team_id = $1
   union all select 'item ' || source_item_id || xmin from source_items where team_id = $1
   union all select 'study ' || study_id || xmin from studies where team_id = $1
   union all select 'evidence ' || evidence_id || xmin from evidence where team_id = $1
   order by 1`,
);

describe('refreshing the facts', () => {
  it('gives what counting every row by hand gives, whatever changed since', async () => {
    await fc.assert(
      fc.asyncProperty(
        corpus,
        corpus,
        fc.integer({ min: 0, max: 70 }),
        async (first, second, later) => {
          const ctx = database.context(await database.createTeam(), { now: NOW });
          await store(ctx.db, first);
          await inTransaction(ctx, refreshFacts);
          await expectFactsOf(ctx.db, first, NOW);

          const changed = { ...first, ...second, signals: first.signals ?? [] };
          await replaceMaterial(ctx.db, changed);
          await inTransaction(ctx, refreshFacts);
          await expectFactsOf(ctx.db, changed, NOW);

          const now = new Date(NOW.getTime() + days(later));
          await settleTrajectories({ ...ctx, now });
          await expectFactsOf(ctx.db, changed, now);
        },
      ),
      { numRuns: 25 },
    );
  });

  it('gives the same from what changed alone', async () => {
    await fc.assert(
      fc.asyncProperty(corpus, corpus, fc.nat(), async (first, second, seed) => {
        const ctx = database.context(await database.createTeam(), { now: NOW });
        await store(ctx.db, first);
        await inTransaction(ctx, refreshFacts);

        const changed = { ...partOf(first, second, seed), signals: first.signals ?? [] };
        await changeMaterial(ctx.db, first, changed);
        await inTransaction(ctx, (tx) => refreshFactsOf(tx, difference(first, changed)));
        await expectFactsOf(ctx.db, changed, NOW);
      }),
      { numRuns: 40 },
    );
  });

  it('writes no row whose facts are as they were', async () => {
    const ctx = database.context(await database.createTeam(), { now: NOW });
    await store(ctx.db, fc.sample(corpus, { numRuns: 1, seed: 7 })[0] as Corpus);
    await inTransaction(ctx, refreshFacts);
    const before = await ctx.db.rows(versions);
    await inTransaction(ctx, refreshFacts);
    expect(await ctx.db.rows(versions)).toEqual(before);
  });

  it('counts a quote from an interview without a score, and none from one that scored under 0.4', async () => {
    const ctx = database.context(await database.createTeam(), { now: NOW });
    await store(ctx.db, {
      studies: [study('s1')],
      participants: [participant('p1'), participant('p2')],
      sourceItems: [
        sourceItem('good', 's1', 'p1'),
        sourceItem('poor', 's1', 'p2', { qualityScore: 0.399 }),
      ],
      themes: [theme('t1', 's1')],
      evidence: [quote('e1', 't1', 'good'), quote('e2', 't1', 'poor')],
      signals: [signal('g1', 1)],
      links: [link('g1', 't1')],
    });
    await inTransaction(ctx, refreshFacts);
    expect(await ctx.db.findOne(Signal, { signalId: 'g1' })).toMatchObject({
      quoteCount: 1,
      participantCount: 1,
    });
  });

  it('leaves the facts of another team alone', async () => {
    const [ours, theirs] = [await database.createTeam(), await database.createTeam()];
    const both = [ours, theirs].map((teamId) => database.context(teamId, { now: NOW }));
    const sample = fc.sample(corpus, { numRuns: 1, seed: 11 })[0] as Corpus;
    for (const ctx of both) await store(ctx.db, sample);
    const before = await both[1]?.db.rows(versions);
    await inTransaction(both[0] as (typeof both)[0], refreshFacts);
    expect(await both[1]?.db.rows(versions)).toEqual(before);
  });
});

describe('settling trajectories', () => {
  it('does nothing to a signal whose trajectory time cannot have changed yet', async () => {
    const ctx = database.context(await database.createTeam(), { now: NOW });
    const quotes = Array.from({ length: 200 }, (_, index) =>
      quote(`e${index}`, 't1', 'i1', {
        capturedAtInherited: false,
        capturedAt: daysAgo(index / 4),
      }),
    );
    await store(ctx.db, {
      studies: [study('s1')],
      participants: [participant('p1')],
      sourceItems: [sourceItem('i1', 's1', 'p1')],
      themes: [theme('t1', 's1')],
      evidence: quotes,
      signals: [signal('g1', 1)],
      links: [link('g1', 't1')],
    });
    await inTransaction(ctx, refreshFacts);
    const [row] = await ctx.db.find(Signal);
    expect(row?.trajectory).toBe('rising');
    const before = await ctx.db.rows(versions);
    const until = row?.trajectoryUntil as Date;
    await settleTrajectories({ ...ctx, now: new Date(until.getTime() - 1) });
    expect(await ctx.db.rows(versions)).toEqual(before);

    const corpusNow = {
      evidence: quotes,
      sourceItems: [sourceItem('i1', 's1', 'p1')],
      signals: [signal('g1', 1)],
      links: [link('g1', 't1')],
    };
    for (let day = 0; day <= 130; day++) {
      const now = new Date(NOW.getTime() + days(day));
      await settleTrajectories({ ...ctx, now });
      const [later] = await ctx.db.find(Signal);
      expect(later?.trajectory).toBe(naiveSignal(corpusNow, 'g1', now).trajectory);
    }
  });
});
