import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { clientGivingUpAfter } from './silent-server.js';

export interface Listening {
  /** False while notifications may be missed. */
  readonly listening: boolean;
  stop(): Promise<void>;
}

const RECONNECT_MS = 1_000;
/** A connection that only listens would never notice that the server is gone, so it is pinged at this interval. */
const PING_MS = 10_000;
const SILENT_MS = 20_000;
const END_MS = 1_000;

const Client = clientGivingUpAfter(SILENT_MS);

/**
 * Listens to a channel on its own connection and reconnects when it is lost. Calls `heard` for each notification,
 * and whenever listening starts, since notifications may have been missed.
 * @param name name of the connection in `pg_stat_activity`
 */
export function listen(
  { url, channel, name }: { url: string; channel: string; name: string },
  heard: () => void,
  lost: (reason?: string) => void = () => {},
): Listening {
  let client: pg.Client | undefined;
  let listening = false;
  let stopped = false;
  let retry: NodeJS.Timeout | undefined;
  let ping: NodeJS.Timeout | undefined;

  /** A broken connection may emit several errors; only one reconnect follows. */
  const gone = (broken: pg.Client, reason?: string): void => {
    if (broken !== client) return;
    client = undefined;
    listening = false;
    clearInterval(ping);
    lost(reason);
    void broken.end().catch(() => {});
    if (!stopped) retry = setTimeout(connect, RECONNECT_MS).unref();
  };
  const connect = (): void => {
    const next = new Client({
      connectionString: url,
      connectionTimeoutMillis: 5_000,
      application_name: name,
    });
    client = next;
    // the embedded database sends notifications of every channel to every listener
    next.on('notification', (told) => told.channel === channel && heard());
    next.on('error', ({ message }) => gone(next, message));
    next.on('end', () => gone(next));
    next
      .connect()
      .then(() => next.query(`listen ${channel}`))
      .then(() => {
        heard();
        if (next !== client) return;
        listening = true;
        ping = setInterval(() => next.query('select 1').catch(() => {}), PING_MS).unref();
      })
      .catch(({ message }: Error) => gone(next, message));
  };
  connect();
  return {
    get listening() {
      return listening;
    },
    async stop() {
      stopped = true;
      clearTimeout(retry);
      clearInterval(ping);
      const last = client;
      client = undefined;
      listening = false;
      // with a hanging server, `end` would never resolve
      await Promise.race([last?.end().catch(() => {}), sleep(END_MS, undefined, { ref: false })]);
    },
  };
}
