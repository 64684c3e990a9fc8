import { expect, it } from 'vitest';
import { Evidence } from '../../db/entities/evidence.js';
import type { Context } from '../../src/core/context.js';
import { eraseParticipant } from '../../src/interviews/participants/erase-participant.js';
import { importSnapshot } from '../../src/operations/snapshot/import-snapshot.js';
import { finishAccepted } from '../../src/operations/snapshot/staged-import.js';
import { useDatabase } from '../support/database.js';
import { ndjson, smallTeam, T0 } from '../support/snapshot.js';

const database = useDatabase();

/** A file of so many lines, in which Tomas Brandt speaks. */
const fileOf = (lines: number): object[] => [
  ...smallTeam(),
  ...Array.from({ length: lines - smallTeam().length }, (_, n) => ({
    resource: 'evidence',
    evidenceId: `more-${n}`,
    kind: 'evidence',
    themeId: 'th2',
    sourceItemId: 'si2',
    quote: `Invoice ${n} was lost in the menu again.`,
    capturedAt: T0 + n,
  })),
];

async function tracesOf(ctx: Context): Promise<unknown> {
  const [traces] = await database.dataSource.query(
    `select (select count(*) from participants where team_id = $1 and participant_id = 'p2')::int as people,
            (select count(*) from evidence where team_id = $1 and participant_id = 'p2')::int as quotes,
            (select count(*) from import_lines where team_id = $1)::int as staged`,
    [ctx.db.teamId],
  );
  return traces;
}
const NONE = { people: 0, quotes: 0, staged: 0 };

// 1,000 lines are staged at once, and up to 2,000 stored at once
it.each([
  ['in the middle', 3_000, 1_500],
  ['after the last line', 3_000, 3_000],
  ['after the last line of a short one', 1_000, 1_000],
])(
  'a person erased while a snapshot with them is read, %s, is not stored, and no line of it is kept',
  async (_, lines, at) => {
    const ctx = database.context(await database.createTeam());
    await importSnapshot(ctx, () => ndjson(smallTeam()));
    async function* source() {
      const all = ndjson(fileOf(lines));
      yield* all.slice(0, at);
      await eraseParticipant(ctx, 'p2');
      yield* all.slice(at);
    }
    await expect(importSnapshot(ctx, source)).rejects.toMatchObject({
      code: 'invalid_transition',
      message: expect.stringContaining('a participant who may be in it was erased'),
    });
    expect(await tracesOf(ctx)).toEqual(NONE);
  },
);

it('a person is not erased while lines are stored that would bring them back, and is once they are', async () => {
  const ctx = database.context(await database.createTeam());
  await importSnapshot(ctx, () => ndjson(smallTeam()));
  const importing = importSnapshot(ctx, () => ndjson(fileOf(3_000)));
  await expect
    .poll(() => ctx.db.findOne(Evidence, { evidenceId: 'more-1' }), {
      interval: 5,
      timeout: 30_000,
    })
    .toBeDefined();
  await expect(eraseParticipant(ctx, 'p2')).rejects.toMatchObject({
    code: 'invalid_transition',
    message: expect.stringContaining('import'),
  });
  await finishAccepted(ctx); // as the command does
  await eraseParticipant(ctx, 'p2');
  await importing;
  expect(await tracesOf(ctx)).toEqual(NONE);
});
