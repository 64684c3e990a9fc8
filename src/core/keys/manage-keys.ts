import { randomBytes } from 'node:crypto';
import { ApiKey, type KeyScope } from '../../../db/entities/team.js';
import { revokeKeyById } from '../../../db/queries/api-keys.js';
import type { SystemDatabase } from '../../../db/system-database.js';
import type { Context } from '../context.js';
import { invalidRequest, notFound } from '../errors.js';
import { keyHash, newKey } from './key-hash.js';

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
