import { expect, it } from 'vitest';
import { clearUp } from '../../src/operations/snapshot/staged-import.js';
import { useDatabase } from '../support/database.js';

const database = useDatabase();

it('the remnants of a killed import are cleared by several processes at once', async () => {
  const teamId = await database.createTeam();
  for (let round = 0; round < 5; round++) {
    await database.dataSource.query(
      `insert into imports (team_id, import_id, heard_at) values ($1, 'killed', now() - interval '1 hour')`,
      [teamId],
    );
    await database.dataSource.query(
      `insert into import_lines (team_id, import_id, rank, line_number, resource, resource_id, refs, line)
       select $1, 'killed', 1, n, 'evidence', 'ev-' || n, '{}', 'words' from generate_series(1, 30000) n`,
      [teamId],
    );
    const processes = Array.from({ length: 4 }, () => clearUp(database.context(teamId)));
    expect(await Promise.allSettled(processes)).toEqual(
      processes.map(() => ({ status: 'fulfilled', value: undefined })),
    );
    expect(
      await database.dataSource.query('select from import_lines where team_id = $1', [teamId]),
    ).toEqual([]);
  }
});
