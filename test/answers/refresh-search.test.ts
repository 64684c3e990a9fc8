import { describe, expect, it } from 'vitest';
import { Evidence } from '../../db/entities/evidence.js';
import { SourceItem } from '../../db/entities/source-item.js';
import { searchEvidence } from '../../src/answers/search/find-evidence.js';
import { refreshSearch } from '../../src/answers/search/refresh-search.js';
import { type Context, inTransaction } from '../../src/core/context.js';
import { refreshSearchJob } from '../../src/server/jobs-and-schedules.js';
import { useDatabase } from '../support/database.js';
import { seed } from './seed.js';

const database = useDatabase();

async function counts(ctx: Context): Promise<unknown> {
  const read = (sql: string): Promise<unknown[]> => database.dataSource.query(sql, [ctx.db.teamId]);
  return {
    terms: await read(
      'select term, documents, rows from search_terms where team_id = $1 order by term',
    ),
    statistics: await read('select documents, terms from search_statistics where team_id = $1'),
    rows: await read(
      `select evidence_id, position, around_terms, vector::text from evidence_search where team_id = $1
       order by evidence_id`,
    ),
  };
}

const refresh = (ctx: Context, sourceItemIds?: string[]): Promise<void> =>
  inTransaction(ctx, (tx) => refreshSearch(tx, sourceItemIds ? { sourceItemIds } : {}));

const quotes = [
  { id: 'a', quote: 'The invoice was wrong twice.', person: 'ann' },
  { id: 'b', quote: 'Nobody answers the phone.', person: 'ann' },
  { id: 'c', quote: 'The invoice came late.', person: 'bo' },
];

describe('refreshSearch', () => {
  it('comes to the same counts by changes as from an empty index', async () => {
    const changed = database.context(await database.createTeam());
    await seed(changed, quotes);
    await changed.db.update(Evidence, { evidenceId: 'a' }, { quote: 'The refund was quick.' });
    await refresh(changed);
    await changed.db.update(Evidence, { evidenceId: 'b' }, { qualifies: false });
    await refresh(changed, ['study.ann']);

    const fresh = database.context(await database.createTeam());
    await seed(fresh, [
      { id: 'a', quote: 'The refund was quick.', person: 'ann' },
      { id: 'b', quote: 'Nobody answers the phone.', person: 'ann', qualifies: false },
      { id: 'c', quote: 'The invoice came late.', person: 'bo' },
    ]);
    expect(await counts(changed)).toEqual(await counts(fresh));
  });

  it('follows the transcript of a source item, and what an older version indexed', async () => {
    const ctx = database.context(await database.createTeam());
    await seed(ctx, quotes);
    const bare = await counts(ctx);
    const transcript = [
      { speaker: 'Ines', text: 'How do refunds work for you?' },
      { speaker: 'Bo', text: 'Well. The invoice came late!' },
    ];
    await ctx.db.update(SourceItem, { sourceItemId: 'study.bo' }, { transcript });
    await refresh(ctx);
    const found = async (): Promise<string[]> =>
      (await searchEvidence(ctx, { query: 'refund' })).map(({ item }) => item.evidenceId);
    expect(await found()).toEqual(['c']);
    const followed = await counts(ctx);
    await ctx.db.update(SourceItem, { sourceItemId: 'study.bo' }, { transcript: null });
    await refresh(ctx);
    expect(await counts(ctx)).toEqual(bare);

    await ctx.db.update(SourceItem, { sourceItemId: 'study.bo' }, { transcript });
    await database.dataSource.query(
      "update evidence_search set fingerprint = 'older' where team_id = $1",
      [ctx.db.teamId],
    );
    await refreshSearchJob.run(ctx, {});
    expect(await counts(ctx)).toEqual(followed);
  });

  it('follows a quote that moves to another interview', async () => {
    for (const [evidenceId, to] of [
      ['a', 'study.bo'],
      ['c', 'study.ann'],
    ] as const) {
      const ctx = database.context(await database.createTeam());
      await seed(ctx, quotes);
      await ctx.db.update(Evidence, { evidenceId }, { sourceItemId: to });
      await refresh(ctx, [to]);
      const once = await counts(ctx);
      await refreshSearchJob.run(ctx, {});
      expect(await counts(ctx)).toEqual(once);
      expect(await searchEvidence(ctx, { query: 'invoice' })).toHaveLength(2);
    }
  });

  it('changes nothing when nothing changed', async () => {
    const ctx = database.context(await database.createTeam());
    await seed(ctx, quotes);
    const before = await counts(ctx);
    await refresh(ctx);
    await refresh(ctx, ['study.ann', 'study.bo', 'unknown']);
    expect(await counts(ctx)).toEqual(before);
  });

  it('stores nothing when its transaction is rolled back', async () => {
    const ctx = database.context(await database.createTeam());
    await seed(ctx, quotes);
    const before = await counts(ctx);
    await expect(
      inTransaction(ctx, async (tx) => {
        await tx.db.update(Evidence, { evidenceId: 'a' }, { quote: 'Zebras everywhere.' });
        await refreshSearch(tx);
        throw new Error('on purpose');
      }),
    ).rejects.toThrow('on purpose');
    expect(await counts(ctx)).toEqual(before);
  });

  it('counts right when two refreshes of one team run at once', async () => {
    const ctx = database.context(await database.createTeam());
    await seed(ctx, quotes);
    await Promise.all(
      ['a', 'c'].map((evidenceId) =>
        inTransaction(ctx, async (tx) => {
          await tx.db.update(Evidence, { evidenceId }, { quote: 'The refund was quick.' });
          await refreshSearch(tx, {
            sourceItemIds: [evidenceId === 'a' ? 'study.ann' : 'study.bo'],
          });
        }),
      ),
    );
    const [row] = await database.dataSource.query(
      `select documents from search_terms where team_id = $1 and term = 'refund'`,
      [ctx.db.teamId],
    );
    expect(row).toEqual({ documents: 2 });
    expect(await searchEvidence(ctx, { query: 'refund' })).toHaveLength(2);
  });
});
