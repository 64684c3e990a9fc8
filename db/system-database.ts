import type { DataSource } from 'typeorm';
import { run } from './pool.js';
import { type CallArgs, type Statement, type StatementArgs, valuesOf } from './statement.js';
import { TeamDatabase } from './team-database.js';
import { ifWritable } from './why-unavailable.js';

/**
 * Access to the rows of all teams, for callers that have to find the team first: keys, the queue, schedules, the
 * operator.
 */
export class SystemDatabase {
  constructor(readonly dataSource: DataSource) {}

  async rows<Row, Args extends StatementArgs>(
    statement: Statement<Row, Args>,
    ...args: CallArgs<Args>
  ): Promise<Row[]> {
    const [rows] = await run(this.dataSource, undefined, [
      { statement, values: valuesOf(statement, args) },
    ]);
    return rows as Row[];
  }

  async row<Row, Args extends StatementArgs>(
    statement: Statement<Row, Args>,
    ...args: CallArgs<Args>
  ): Promise<Row | undefined> {
    return (await this.rows(statement, ...args))[0];
  }

  /** Runs `write`; returns undefined if the database is read-only at the moment. */
  ifWritable<T>(write: () => Promise<T>): Promise<T | undefined> {
    return ifWritable(this.dataSource, write);
  }

  team(teamId: string): TeamDatabase {
    return new TeamDatabase(this.dataSource, teamId);
  }
}
