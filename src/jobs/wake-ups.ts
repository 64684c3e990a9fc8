import pg from 'pg';
import type { Logger } from '../log.js';

const RECONNECT_MS = 1_000;

export interface WakeUps {
  stop(): Promise<void>;
}

/**
 * Calls `onWake` whenever a transaction that stored a job commits, in any process.
 * Only a hint: while the connection is down the runner's poll finds the jobs.
 */
export function listenForJobs(url: string, log: Logger, onWake: () => void): WakeUps {
  let client: pg.Client;
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;

  function connect(): void {
    const connection = new pg.Client({
      connectionString: url,
      keepAlive: true,
      connectionTimeoutMillis: 5_000,
      application_name: 'belief-layer jobs',
    });
    client = connection;
    connection.on('notification', ({ channel }) => {
      if (channel === 'jobs') onWake();
    });
    connection.on('error', retry);
    connection.on('end', retry);
    listen(connection).catch(retry);
  }

  async function listen(connection: pg.Client): Promise<void> {
    await connection.connect();
    await connection.query('listen jobs');
    onWake(); // what was stored while nobody listened
  }

  /** A broken connection may tell so more than once: one attempt follows. */
  function retry(error?: Error): void {
    if (error) log.debug({ reason: error.message }, 'job wake-ups are interrupted');
    if (stopped) return;
    clearTimeout(timer);
    timer = setTimeout(() => {
      client.removeAllListeners('end').end(() => {});
      connect();
    }, RECONNECT_MS);
  }

  connect();
  return {
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await client.end().catch(() => {});
    },
  };
}
