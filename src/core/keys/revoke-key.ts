import { revokeKeyById } from '../../../db/queries/api-keys.js';
import type { SystemDatabase } from '../../../db/system-database.js';
import { notFound } from '../errors.js';

/** Revokes a key of any team, at once and in every process. Throws `not_found`. */
export async function revokeKey(
  system: SystemDatabase,
  keyId: string,
): Promise<{ keyId: string; teamId: string }> {
  const revoked = await system.row(revokeKeyById, keyId, new Date());
  if (!revoked) throw notFound('key', keyId);
  return revoked;
}
