import { listen } from '../../../db/listen.js';
import { type KeyRow, keyByHash, useKeyByHash } from '../../../db/queries/api-keys.js';
import type { SystemDatabase } from '../../../db/system-database.js';
import { Refusal } from '../errors.js';
import { isKey, keyHash } from './key-hash.js';

/** Sent by a trigger on `api_keys` whenever a stored key changes (migration 0010). */
const CHANNEL = 'api_keys_changed';
const MAX_REMEMBERED = 10_000;
/** Longest time for which a dead connection can go unnoticed. */
const REMEMBER_MS = 60_000;
/**
 * A use this recent is not written again: shorter than keys are cached, so that every lookup
 * writes.
 */
const USED_AGAIN_MS = 30_000;

export interface Authenticator {
  /** Returns the key in this `Authorization` header. Throws `unauthenticated`. */
  authenticate(authorization: string | undefined, now: Date): Promise<KeyRow>;
  stop(): Promise<void>;
}

interface Remembered {
  key: KeyRow;
  at: number;
}

/**
 * Checks keys against their stored hashes. A key that was found is cached, but only while this
 * process receives notifications of key changes, so that revoking takes effect at once. A single
 * statement looks up a key and records its last use, to the minute.
 */
export function createAuthenticator(system: SystemDatabase, databaseUrl: string): Authenticator {
  const remembered = new Map<string, Remembered>();
  let generation = 0;
  const forget = (): void => {
    generation++;
    remembered.clear();
  };
  const changes = listen(
    { url: databaseUrl, channel: CHANNEL, name: 'belief-layer keys' },
    forget,
    forget,
  );

  const recall = (id: string, now: Date): KeyRow | undefined => {
    const known = remembered.get(id);
    const fresh = known && changes.listening && now.getTime() - known.at < REMEMBER_MS;
    return fresh ? known.key : undefined;
  };

  const find = async (hash: Buffer, id: string, now: Date): Promise<KeyRow | undefined> => {
    const before = generation;
    const writtenSince = new Date(now.getTime() - USED_AGAIN_MS);
    const used = await system.ifWritable(() => system.rows(useKeyByHash, hash, now, writtenSince));
    const [found] = used ?? (await system.rows(keyByHash, hash));
    // A notification that arrived during the read may be newer than its result.
    if (found && changes.listening && generation === before) {
      if (remembered.size >= MAX_REMEMBERED) remembered.clear();
      remembered.set(id, { key: found, at: now.getTime() });
    }
    return found;
  };

  return {
    async authenticate(authorization, now) {
      const key = bearerOf(authorization);
      if (!isKey(key)) throw unauthenticated('The API key is unknown or revoked.');
      const hash = keyHash(key);
      const id = hash.toString('base64');
      const found = recall(id, now) ?? (await find(hash, id, now));
      if (!found) throw unauthenticated('The API key is unknown or revoked.');
      if (found.expiresAt && found.expiresAt <= now)
        throw unauthenticated('The API key has expired.');
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
