import { hash, randomBytes } from 'node:crypto';
import { ApiKey, type KeyScope } from '../../db/entities/team.js';
import { listen } from '../../db/listen.js';
import { type KeyRow, keyByHash, revokeKeyById, useKeyByHash } from '../../db/queries/teams.js';
import type { SystemDatabase } from '../../db/system-database.js';
import type { Context } from './context.js';
import { invalidRequest, notFound, Refusal } from './errors.js';

const MAX_NAME = 200;

interface NewKey {
  name: string;
  /** `read`: reads, search and ask; `write`: everything. */
  scope: KeyScope;
  /** The key is refused from then on; never if absent. */
  expiresAt?: Date;
}

/**
 * Creates a key for the context's team. Only this result contains `key`; the database stores its
 * hash.
 */
export async function createKey(
  ctx: Context,
  { name, scope, expiresAt }: NewKey,
): Promise<{ keyId: string; key: string; scope: KeyScope }> {
  if (name.length === 0 || name.length > MAX_NAME) {
    throw invalidRequest(`A key's name must have 1 to ${MAX_NAME} characters.`);
  }
  const key = newKey();
  const keyId = `key-${randomBytes(8).toString('hex')}`;
  await ctx.db.insert(ApiKey, {
    keyId,
    name,
    scope,
    keyHash: keyHash(key),
    createdAt: ctx.now,
    expiresAt: expiresAt ?? null,
  });
  return { keyId, key, scope };
}

interface ListedKey {
  keyId: string;
  name: string;
  scope: KeyScope;
  status: 'active' | 'expired' | 'revoked';
  createdAt: Date;
  expiresAt: Date | null;
  revokedAt: Date | null;
  /** Exact to a minute. */
  lastUsedAt: Date | null;
}

/** The team's keys, newest first, without their secrets. */
export async function listKeys(ctx: Context): Promise<ListedKey[]> {
  const keys = await ctx.db.find(ApiKey, {}, { order: { createdAt: 'desc', keyId: 'desc' } });
  return keys.map(({ keyId, name, scope, createdAt, expiresAt, revokedAt, lastUsedAt }) => ({
    keyId,
    name,
    scope,
    status: revokedAt ? 'revoked' : expiresAt && expiresAt <= ctx.now ? 'expired' : 'active',
    createdAt,
    expiresAt,
    revokedAt,
    lastUsedAt,
  }));
}

/** Revokes a key of any team, at once and in every process. Throws `not_found`. */
export async function revokeKey(
  system: SystemDatabase,
  keyId: string,
): Promise<{ keyId: string; teamId: string }> {
  const revoked = await system.row(revokeKeyById, keyId, new Date());
  if (!revoked) throw notFound('key', keyId);
  return revoked;
}

/** Sent by a trigger on `api_keys` whenever a stored key changes (migration 0001). */
const CHANNEL = 'api_keys_changed';
const MAX_REMEMBERED = 10_000;
/** Longest time for which a dead connection can go unnoticed. */
const REMEMBER_MS = 60_000;
/** A use this recent is not recorded again. Shorter than keys are cached, so that every lookup records one. */
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

const KEY = /^bl_[A-Za-z0-9_-]{43}$/;

/** `bl_` and 32 random bytes (docs/reference.md, Errors, keys, limits). */
export const newKey = (): string => `bl_${randomBytes(32).toString('base64url')}`;

/** True if a credential has the shape of a key; any other needs no lookup. */
const isKey = (text: string): boolean => KEY.test(text);

/**
 * The stored hash by which a key is looked up. The time that an index lookup takes reveals nothing
 * about the key.
 */
export const keyHash = (key: string): Buffer => hash('sha256', key, 'buffer');
