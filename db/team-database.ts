import type {
  DataSource,
  EntityManager,
  EntityTarget,
  FindManyOptions,
  FindOptionsWhere,
  ObjectLiteral,
} from 'typeorm';
import type { QueryDeepPartialEntity } from 'typeorm/query-builder/QueryPartialEntity.js';
import { analyzeQuickly } from './clear-remains.js';
import { run } from './pool.js';
import {
  type AnyStatement,
  type CallArgs,
  type Statement,
  type StatementArgs,
  valuesOf,
} from './statement.js';
import { inTransaction } from './transaction.js';
import { ifWritable } from './why-unavailable.js';

interface TeamRow extends ObjectLiteral {
  teamId: string;
}
type Where<E> = Omit<FindOptionsWhere<E>, 'teamId'>;
type Values<E> = Omit<QueryDeepPartialEntity<E>, 'teamId'>;

/** A statement and its values from `$2` on, to be sent together with others. */
export interface Read<Row> {
  statement: AnyStatement<Row>;
  values: readonly unknown[];
}

export const read = <Row, Args extends StatementArgs>(
  statement: Statement<Row, Args>,
  ...args: CallArgs<Args>
): Read<Row> => ({ statement, values: valuesOf(statement, args) });

/** Tables that an import fills. */
const WRITTEN_IN_BULK = [
  'participants',
  'studies',
  'source_items',
  'themes',
  'evidence',
  'signals',
  'signal_themes',
];

type RowsOf<Reads extends Read<unknown>[]> = {
  [Index in keyof Reads]: Reads[Index] extends Read<infer Row> ? Row[] : never;
};

/**
 * The only way to a team's rows. The team is bound here in every statement and every repository call; nothing that
 * a caller passes can widen it.
 */
export class TeamDatabase {
  constructor(
    private readonly dataSource: DataSource,
    readonly teamId: string,
    private readonly manager?: EntityManager,
  ) {}

  /** The rows of a statement; its arguments become `$2`, `$3`… */
  async rows<Row, Args extends StatementArgs>(
    statement: Statement<Row, Args>,
    ...args: CallArgs<Args>
  ): Promise<Row[]> {
    const [rows] = await this.together(read(statement, ...args));
    return rows;
  }

  /** The first row of a statement, or undefined. */
  async row<Row, Args extends StatementArgs>(
    statement: Statement<Row, Args>,
    ...args: CallArgs<Args>
  ): Promise<Row | undefined> {
    return (await this.rows(statement, ...args))[0];
  }

  /**
   * The ids that a statement lists, `size` at a time. Each page is read after the caller is done with the previous
   * one.
   */
  async *pages(
    idsAfter: Statement<{ id: string }, [after: string, limit: number]>,
    size: number,
  ): AsyncGenerator<string[]> {
    for (let last = ''; ; ) {
      const ids = (await this.rows(idsAfter, last, size)).map(({ id }) => id);
      if (ids.length > 0) yield ids;
      if (ids.length < size) return;
      last = ids.at(-1) as string;
    }
  }

  /** The rows of several independent statements, read in one round trip. */
  async together<Reads extends Read<unknown>[]>(...reads: Reads): Promise<RowsOf<Reads>> {
    const bound = reads.map(({ statement, values }) => ({
      statement,
      values: [this.teamId, ...values],
    }));
    return (await run(this.dataSource, this.manager, bound)) as RowsOf<Reads>;
  }

  /** Runs `work` in a transaction; inside a transaction, `work` joins it. */
  transaction<T>(work: (tx: TeamDatabase) => Promise<T>): Promise<T> {
    if (this.manager) return work(this);
    return inTransaction(this.dataSource, (manager) =>
      work(new TeamDatabase(this.dataSource, this.teamId, manager)),
    );
  }

  /** Runs `write`; returns undefined if the database is read-only at the moment. */
  ifWritable<T>(write: () => Promise<T>): Promise<T | undefined> {
    return ifWritable(this.dataSource, write);
  }

  /** Runs several reads on one consistent snapshot of the team. */
  readSnapshot<T>(work: (tx: TeamDatabase) => Promise<T>): Promise<T> {
    return this.dataSource.transaction('REPEATABLE READ', (manager) =>
      work(new TeamDatabase(this.dataSource, this.teamId, manager)),
    );
  }

  /**
   * Lets rows of this transaction reference rows that come later; the commit checks all references. Throws outside
   * a transaction.
   */
  async deferConstraints(): Promise<void> {
    await this.withinTransaction().query('set constraints all deferred');
  }

  /**
   * Skips triggers, cascades and checks of references for the rest of this transaction, which needs a superuser. Throws
   * outside a transaction.
   */
  async skipTriggers(): Promise<void> {
    await this.withinTransaction().query('set local session_replication_role = replica');
  }

  /**
   * Plans each statement of this transaction for its actual parameters: a plan made for ten rows takes forever on a
   * million. Also disables JIT compilation, which takes seconds on a busy server.
   */
  async planPerExecution(): Promise<void> {
    await this.withinTransaction().query(
      'set local plan_cache_mode = force_custom_plan; set local jit = off',
    );
  }

  /**
   * Checks the deferred constraints now, with one plan each. Under `planPerExecution`, the check of each row would
   * be planned separately, which takes longer than the check. Call it after the last write.
   */
  async checkDeferred(): Promise<void> {
    await this.withinTransaction().query(
      'discard plans; set local plan_cache_mode = force_generic_plan; set constraints all immediate',
    );
  }

  /**
   * Updates the planner's statistics after bulk writes, including those of this transaction; one statement per
   * table.
   */
  async analyzeWrites(): Promise<void> {
    for (const table of WRITTEN_IN_BULK) await this.analyze(table);
  }

  /**
   * Updates the planner's statistics of an import's staged lines: without them it reads every line to find one.
   * Only for the columns that lines are looked up by: analyzing the text would take long.
   */
  async analyzeStagedLines(): Promise<void> {
    await this.analyze(
      'import_lines (team_id, import_id, rank, line_number, resource, resource_id)',
    );
  }

  private async analyze(table: string): Promise<void> {
    await (this.manager ?? this.dataSource.manager).query(analyzeQuickly(table));
  }

  private withinTransaction(): EntityManager {
    if (!this.manager) throw new Error('only within a transaction');
    return this.manager;
  }

  get inTransaction(): boolean {
    return this.manager !== undefined;
  }

  find<E extends TeamRow>(
    entity: EntityTarget<E>,
    where: Where<E> = {} as Where<E>,
    options: Omit<FindManyOptions<E>, 'where'> = {},
  ): Promise<E[]> {
    return this.repository(entity).find({ ...options, where: this.scoped(where) });
  }

  async findOne<E extends TeamRow>(
    entity: EntityTarget<E>,
    where: Where<E>,
  ): Promise<E | undefined> {
    return (await this.repository(entity).findOne({ where: this.scoped(where) })) ?? undefined;
  }

  /** Loads one row and locks it until the transaction ends. Throws outside a transaction. */
  async lock<E extends TeamRow>(entity: EntityTarget<E>, where: Where<E>): Promise<E | undefined> {
    const found = await this.repository(entity).findOne({
      where: this.scoped(where),
      lock: { mode: 'pessimistic_write' },
    });
    return found ?? undefined;
  }

  async insert<E extends TeamRow>(entity: EntityTarget<E>, values: Values<E>): Promise<void> {
    await this.repository(entity).insert({ ...values, teamId: this.teamId } as never);
  }

  /** Updates the matching rows and returns their number: zero means a conflict, which the caller reports. */
  async update<E extends TeamRow>(
    entity: EntityTarget<E>,
    where: Where<E>,
    set: Values<E>,
  ): Promise<number> {
    const result = await this.repository(entity).update(this.scoped(where), set as never);
    return result.affected ?? 0;
  }

  async delete<E extends TeamRow>(entity: EntityTarget<E>, where: Where<E>): Promise<number> {
    const result = await this.repository(entity).delete(this.scoped(where));
    return result.affected ?? 0;
  }

  private repository<E extends TeamRow>(entity: EntityTarget<E>) {
    return (this.manager ?? this.dataSource.manager).getRepository(entity);
  }

  private scoped<E extends TeamRow>(where: Where<E>): FindOptionsWhere<E> {
    return { ...where, teamId: this.teamId } as FindOptionsWhere<E>;
  }
}
