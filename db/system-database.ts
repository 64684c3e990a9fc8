import type { DataSource } from 'typeorm';
import { run } from './pool.js';
import type { Statement } from './statement.js';
import { TeamDatabase } from './team-database.js';

/** The view over all teams, for what has to find the team first: keys, the queue, schedules, the operator. */
export class SystemDatabase {
  constructor(readonly dataSource: DataSource) {}

  async rows<Row>(statement: Statement<Row>, ...values: unknown[]): Promise<Row[]> {
    const [rows] = await run(this.dataSource, undefined, [{ statement, values }]);
    return rows as Row[];
  }

  async row<Row>(statement: Statement<Row>, ...values: unknown[]): Promise<Row | undefined> {
    return (await this.rows(statement, ...values))[0];
  }

  team(teamId: string): TeamDatabase {
    return new TeamDatabase(this.dataSource, teamId);
  }
}
