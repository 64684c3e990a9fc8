import { ApiKey, type KeyScope } from '../../../db/entities/team.js';
import type { Context } from '../context.js';

export interface ListedKey {
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
