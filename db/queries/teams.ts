import type { KeyScope } from '../entities/team.js';
import { systemStatement, teamStatement } from '../statement.js';

export interface TeamRow {
  teamId: string;
  name: string;
}

export const listTeams = systemStatement<TeamRow>(
  'teams.list',
  `select team_id as "teamId", name from teams order by created_at, team_id`,
);

/** Waits until no one holds `lockTeam`, and keeps others from taking it until the transaction ends. */
export const shareTeam = teamStatement<{ teamId: string }>(
  'teams.share',
  `select team_id as "teamId" from teams where team_id = $1 for share`,
);

/** Makes writers of one team that must not overlap (imports, erasures, decisions) wait for each other. */
export const lockTeam = teamStatement<{ teamId: string }>(
  'teams.lock',
  `select team_id as "teamId" from teams where team_id = $1 for no key update`,
);

export interface KeyRow {
  teamId: string;
  keyId: string;
  name: string;
  scope: KeyScope;
  expiresAt: Date | null;
}

const byHash = `
   select team_id as "teamId", key_id as "keyId", name, scope, expires_at as "expiresAt"
     from api_keys where key_hash = $1 and revoked_at is null`;

/** `$1`: SHA-256 of the key. Does not return revoked keys, but returns expired ones: the caller must check. */
export const keyByHash = systemStatement<KeyRow, [hash: Buffer]>('keys.byHash', byHash);

/** Like `keyByHash`; also stores `$2` as the last use unless a use since `$3` is already stored. */
export const useKeyByHash = systemStatement<
  KeyRow,
  [keyHash: Buffer, now: Date, writtenSince: Date]
>(
  'keys.useByHash',
  `with used as (
     update api_keys set last_used_at = $2
      where key_hash = $1 and revoked_at is null and coalesce(expires_at > $2, true)
        and coalesce(last_used_at < $3, true))${byHash}`,
);

/** `$1`: SHA-256 of the key. Returns the key unless it is revoked; does not count as a use. */
export const teamOfKey = systemStatement<{ teamId: string }, [keyHash: Buffer]>(
  'keys.team',
  'select team_id as "teamId" from api_keys where key_hash = $1 and revoked_at is null',
);

/** `$1`: key id, `$2`: the instant. A key that is already revoked keeps its first instant. */
export const revokeKeyById = systemStatement<
  { keyId: string; teamId: string },
  [keyId: string, at: Date]
>(
  'keys.revoke',
  `update api_keys set revoked_at = coalesce(revoked_at, $2) where key_id = $1
   returning key_id as "keyId", team_id as "teamId"`,
);
