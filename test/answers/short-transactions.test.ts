import { expect, it, onTestFinished } from 'vitest';
import { renameSignal } from '../../src/analysis/curate/rename.js';
import { searchEvidence } from '../../src/answers/search/find-evidence.js';
import type { Context } from '../../src/core/context.js';
import { importSnapshot } from '../../src/operations/snapshot/import-snapshot.js';
import { adminQuery } from '../support/admin.js';
import { useDatabase } from '../support/database.js';
import { ndjson, smallTeam, T0 } from '../support/snapshot.js';

const database = useDatabase();
const PER_INTERVIEW = 100;

/** A team whose one belief rests on this many quotes, each found in the transcript of its interview. */
function teamOf(interviews: number): object[] {
  const quotes = (of: number) =>
    Array.from({ length: PER_INTERVIEW }, (_, n) => `Export ${of} lost invoice ${n} of the month.`);
  return [
    ...smallTeam(),
    ...Array.from({ length: interviews }, (_, of) => [
      { resource: 'participant', participantId: `q${of}`, displayName: `Person ${of}` },
      {
        resource: 'sourceItem',
        ...{ sourceItemId: `i${of}`, studyId: 'st1', participantId: `q${of}`, status: 'analyzed' },
        capturedAt: T0,
        transcript: quotes(of).map((text) => ({ speaker: `Person ${of}`, text })),
      },
      ...quotes(of).map((quote, n) => ({
        resource: 'evidence',
        ...{ evidenceId: `e${of}-${n}`, kind: 'evidence', quote, themeId: 'th1' },
        sourceItemId: `i${of}`,
      })),
    ]).flat(),
  ];
}

/** The most rows of the index that one transaction wrote. */
async function mostIndexedAtOnce(ctx: Context): Promise<number> {
  const [{ most }] = await database.dataSource.query(
    `select max(rows)::int as most from (
       select count(*) as rows from evidence_search where team_id = $1 group by xmin::text) written`,
    [ctx.db.teamId],
  );
  return most;
}

it('what many quotes are found by is indexed in short transactions, however many there are', async () => {
  const ctx = database.context(await database.createTeam());
  await importSnapshot(ctx, () => ndjson(teamOf(15)));
  expect(await mostIndexedAtOnce(ctx)).toBeLessThanOrEqual(400);

  await renameSignal(ctx, 'sg1', 'Zeppelins are wanted');
  expect(await mostIndexedAtOnce(ctx)).toBeLessThanOrEqual(400);
  expect(await searchEvidence(ctx, { query: 'zeppelins' })).not.toEqual([]);
});

it.runIf(process.env.TEST_DATABASE_URL)(
  'a server that ends what is idle in a transaction for a moment does not end an import or a renaming',
  { timeout: 300_000 },
  async () => {
    const ctx = database.context(await database.createTeam());
    await importSnapshot(ctx, () => ndjson(teamOf(40))); // 4,000 quotes
    const url = new URL(database.url);
    const name = url.pathname.slice(1);
    await adminQuery(
      url.href,
      `alter database ${name} set idle_in_transaction_session_timeout = 600`,
    );
    const ended = `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}' and pid <> pg_backend_pid()`;
    // new connections have the limit
    await adminQuery(url.href, ended);
    onTestFinished(() =>
      adminQuery(url.href, `alter database ${name} reset idle_in_transaction_session_timeout`),
    );
    await renameSignal(ctx, 'sg1', 'Zeppelins are wanted');
    await importSnapshot(ctx, () => ndjson(teamOf(17)));
  },
);
