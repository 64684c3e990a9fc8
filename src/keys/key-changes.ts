import pg from 'pg';

/** Sent by a trigger on `api_keys` whenever a stored key changes (migration 0010). */
const CHANNEL = 'api_keys_changed';
const RECONNECT_MS = 1_000;

export interface KeyChanges {
  /** False while changes may be missed: nothing may be remembered then. */
  readonly listening: boolean;
  stop(): Promise<void>;
}

/**
 * Calls `forget` whenever any key changes, and whenever the connection that tells of it is lost.
 * Connects again by itself.
 */
export function watchKeys(url: string, forget: () => void): KeyChanges {
  let listening = false;
  let stopped = false;
  let client: pg.Client | undefined;
  let retry: NodeJS.Timeout | undefined;

  const lost = (broken: pg.Client): void => {
    if (broken !== client) return;
    listening = false;
    client = undefined;
    forget();
    void broken.end().catch(() => {});
    if (!stopped) retry = setTimeout(connect, RECONNECT_MS).unref();
  };
  const connect = (): void => {
    const next = new pg.Client({
      connectionString: url,
      application_name: 'belief-layer keys',
      keepAlive: true,
    });
    client = next;
    next.on('error', () => lost(next));
    next.on('end', () => lost(next));
    next.on('notification', forget);
    next
      .connect()
      .then(() => next.query(`listen ${CHANNEL}`))
      .then(() => {
        forget();
        listening = next === client;
      })
      .catch(() => lost(next));
  };
  connect();
  return {
    get listening() {
      return listening;
    },
    async stop() {
      stopped = true;
      clearTimeout(retry);
      const last = client;
      client = undefined;
      listening = false;
      await last?.end().catch(() => {});
    },
  };
}
