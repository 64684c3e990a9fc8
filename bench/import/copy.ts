import type { Connection, Pool } from 'pg';

/**
 * COPY over the wire protocol, which `pg` can transport but does not offer: an object that `pg` runs as a query.
 * Settles when the server is ready again.
 */
class Copy {
  readonly chunks: Buffer[] = [];
  readonly done: Promise<void>;
  private finish!: (error?: Error) => void;
  private failure: Error | undefined;

  constructor(
    private readonly sql: string,
    private readonly input: readonly Buffer[] = [],
  ) {
    this.done = new Promise((resolve, reject) => {
      this.finish = (error) => (error ? reject(error) : resolve());
    });
  }

  submit(connection: Connection): void {
    connection.query(this.sql);
  }

  handleCopyInResponse(connection: Connection): void {
    const wire = connection as Connection & {
      sendCopyFromChunk(chunk: Buffer): void;
      endCopyFrom(): void;
    };
    for (const chunk of this.input) wire.sendCopyFromChunk(chunk);
    wire.endCopyFrom();
  }

  handleCopyData({ chunk }: { chunk: Buffer }): void {
    this.chunks.push(Buffer.from(chunk)); // the parser reuses its buffer
  }

  handleCommandComplete(): void {}

  handleError(error: Error): void {
    this.failure = error;
    this.finish(error);
  }

  handleReadyForQuery(): void {
    this.finish(this.failure);
  }
}

async function run(pool: Pool, copy: Copy): Promise<Copy> {
  const client = await pool.connect();
  try {
    client.query(copy as never);
    await copy.done;
    return copy;
  } finally {
    client.release();
  }
}

/** The rows of a query, in COPY's text format. */
export const copyOut = async (pool: Pool, query: string): Promise<Buffer[]> =>
  (await run(pool, new Copy(`copy (${query}) to stdout`))).chunks;

export async function copyIn(pool: Pool, table: string, rows: readonly Buffer[]): Promise<void> {
  await run(pool, new Copy(`copy ${table} from stdin`, rows));
}
