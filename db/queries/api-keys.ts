import type { KeyScope } from '../entities/team.js';
import { systemStatement, teamStatement } from '../statement.js';

export interface KeyRow {
  teamId: string;
  keyId: string;
  name: string;
  scope: KeyScope;
  expiresAt: Date | null;
}

/** `$1`: SHA-256 of the key. Revoked keys are not found; an expired one is, for its caller to judge. */
export const keyByHash = systemStatement<KeyRow>(
  'keys.byHash',
  `select team_id as "teamId", key_id as "keyId", name, scope, expires_at as "expiresAt"
     from api_keys where key_hash = $1 and revoked_at is null`,
);

/** `$1`: key id, `$2`: the instant. A key that is revoked already keeps its first instant. */
export const revokeKeyById = systemStatement<{ keyId: string; teamId: string }>(
  'keys.revoke',
  `update api_keys set revoked_at = coalesce(revoked_at, $2) where key_id = $1
   returning key_id as "keyId", team_id as "teamId"`,
);

/** `$2`: key id, `$3`: the instant; `$4`: a use this recent is not written again. */
export const touchKey = teamStatement<never>(
  'keys.touch',
  `update api_keys set last_used_at = $3
    where team_id = $1 and key_id = $2 and (last_used_at is null or last_used_at < $4)`,
);
