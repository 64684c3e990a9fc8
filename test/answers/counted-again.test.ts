import { expect, it } from 'vitest';
import { WordsCountedAgain1780000000020 } from '../../db/migrations/0020-words-counted-again.js';
import { synthesize } from '../../src/analysis/synthesize.js';
import { readTalks, talks } from '../analysis/interviews.js';
import { useDatabase } from '../support/database.js';

const database = useDatabase();

it('counts words of an index as often as it has them, in place of what was counted before', async () => {
  const ctx = database.context(await database.createTeam());
  await readTalks(ctx, talks);
  await synthesize(ctx, { studyIds: ['st1', 'st2'] });
  const all = async () => ({
    terms: await database.dataSource.query(
      'select * from search_terms where team_id = $1 order by term',
      [ctx.db.teamId],
    ),
    statistics: await database.dataSource.query(
      'select * from search_statistics where team_id = $1',
      [ctx.db.teamId],
    ),
  });
  const counted = await all();
  expect(counted.terms.length).toBeGreaterThan(20);
  await database.dataSource.query(
    `insert into search_terms (team_id, term, documents, rows, around_rows) values ($1, 'gone', 0, 1, 0)`,
    [ctx.db.teamId],
  );
  await database.dataSource.query(
    'update search_terms set rows = rows + 1, documents = documents + 2 where team_id = $1',
    [ctx.db.teamId],
  );
  await database.dataSource.query(
    'update search_statistics set documents = 7, terms = 7 where team_id = $1',
    [ctx.db.teamId],
  );
  await database.dataSource.transaction((manager) =>
    new WordsCountedAgain1780000000020().up(manager.queryRunner!),
  );
  expect(await all()).toEqual(counted);
});
