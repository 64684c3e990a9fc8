import { type KeyRow, keyByHash, touchKey } from '../../db/queries/api-keys.js';
import type { SystemDatabase } from '../../db/system-database.js';
import { Refusal } from '../errors.js';
import type { Logger } from '../log.js';
import { watchKeys } from './key-changes.js';
import { isKey, keyHash } from './key-hash.js';

const MAX_REMEMBERED = 10_000;
/** A dead connection can go unnoticed for this long at most. */
const REMEMBER_MS = 60_000;
const TOUCH_EVERY_MS = 60_000;

export interface Authenticator {
  /** Whose key this `Authorization` header carries. Throws `unauthenticated`. */
  authenticate(authorization: string | undefined, now: Date): Promise<KeyRow>;
  stop(): Promise<void>;
}

interface Remembered {
  key: KeyRow;
  at: number;
}

/**
 * Checks keys against their stored hashes. A key found once is remembered, but only while this process
 * hears of every change to a key, so that revoking takes effect at once.
 */
export function createAuthenticator(
  system: SystemDatabase,
  databaseUrl: string,
  log: Logger,
): Authenticator {
  const remembered = new Map<string, Remembered>();
  const touched = new Map<string, number>();
  let generation = 0;
  const changes = watchKeys(databaseUrl, () => {
    generation++;
    remembered.clear();
  });

  const find = async (key: string, now: number): Promise<KeyRow | undefined> => {
    const hash = keyHash(key);
    const id = hash.toString('base64');
    const known = remembered.get(id);
    if (known && changes.listening && now - known.at < REMEMBER_MS) return known.key;
    const before = generation;
    const found = await system.row(keyByHash, hash);
    // A change that arrived while we read may be newer than what we read.
    if (found && changes.listening && generation === before) {
      if (remembered.size >= MAX_REMEMBERED) remembered.clear();
      remembered.set(id, { key: found, at: now });
    }
    return found;
  };

  const touch = ({ teamId, keyId }: KeyRow, now: Date): void => {
    const id = `${teamId}/${keyId}`;
    if (now.getTime() - (touched.get(id) ?? 0) < TOUCH_EVERY_MS) return;
    if (touched.size >= MAX_REMEMBERED) touched.clear();
    touched.set(id, now.getTime());
    const before = new Date(now.getTime() - TOUCH_EVERY_MS);
    system
      .team(teamId)
      .rows(touchKey, keyId, now, before)
      .catch((error: unknown) => log.warn({ err: error, keyId }, 'last use of a key not written'));
  };

  return {
    async authenticate(authorization, now) {
      const key = bearerOf(authorization);
      const found = isKey(key) ? await find(key, now.getTime()) : undefined;
      if (!found) throw unauthenticated('The API key is unknown or revoked.');
      if (found.expiresAt && found.expiresAt <= now)
        throw unauthenticated('The API key has expired.');
      touch(found, now);
      return found;
    },
    stop: () => changes.stop(),
  };
}

function bearerOf(authorization: string | undefined): string {
  const [scheme, credential, ...rest] = (authorization ?? '').trim().split(/ +/);
  if (scheme?.toLowerCase() !== 'bearer' || !credential || rest.length > 0) {
    throw unauthenticated('Send an API key as "Authorization: Bearer <API_KEY>".');
  }
  return credential;
}

const unauthenticated = (message: string): Refusal => new Refusal('unauthenticated', message);
