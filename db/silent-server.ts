import type { Socket } from 'node:net';
import pg from 'pg';

/**
 * A client that drops its connection after `silentMs` without data, which must be longer than a statement may
 * take and than a pool keeps an idle connection. A server that hangs, or whose machine vanished, sends nothing,
 * and TCP would retry for a quarter of an hour while every connection of the pool waits.
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

const silence = (): Error =>
  Object.assign(new Error('nothing was heard of Postgres'), { code: 'ETIMEDOUT' });
