import type { Socket } from 'node:net';
import pg from 'pg';
import { POOL_BUSY } from './why-unavailable.js';

/**
 * Returns a client class that drops its connection after `silentMs` milliseconds without data. That must be longer
 * than a statement may take and than a pool keeps an idle connection. A server that hangs, or whose machine
 * vanished, sends nothing, and TCP would retry for a quarter of an hour while every connection of the pool waits.
 */
export const clientGivingUpAfter = (silentMs: number): typeof pg.Client =>
  class extends pg.Client {
    constructor(config?: string | pg.ClientConfig) {
      super(config);
      this.once('connect', () => {
        const { stream } = (this as unknown as { connection: { stream: Socket } }).connection;
        stream.setTimeout(silentMs, () => stream.destroy(silence()));
      });
    }
  };

/**
 * A pool that reports why a caller waited in vain. `timeout exceeded when trying to connect` is also thrown when
 * the pool is full of connections that the server never completed.
 */
export class ExplainingPool extends pg.Pool {
  override connect(): Promise<pg.PoolClient>;
  override connect(done: Connected): void;
  override connect(done?: Connected): Promise<pg.PoolClient> | undefined {
    if (done) {
      super.connect((error, client, release) => done(error && this.told(error), client, release));
      return undefined;
    }
    return super.connect().catch((error: Error) => {
      throw this.told(error);
    });
  }

  private told(error: Error): Error {
    // pg's types omit both
    const { _clients: clients } = this as unknown as { _clients: { _connected: boolean }[] };
    const connecting = clients.some(({ _connected: connected }) => !connected);
    return error.message === POOL_BUSY && connecting ? silence(error) : error;
  }
}

type Connected = Parameters<pg.Pool['connect']>[0];

const silence = (cause?: Error): Error =>
  Object.assign(new Error('nothing was heard of Postgres', { cause }), { code: 'ETIMEDOUT' });
