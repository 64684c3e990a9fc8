import { randomBytes } from 'node:crypto';
import { ApiKey, type KeyScope } from '../../../db/entities/team.js';
import type { Context } from '../context.js';
import { invalidRequest } from '../errors.js';
import { keyHash, newKey } from './key-hash.js';

const MAX_NAME = 200;

export interface NewKey {
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
