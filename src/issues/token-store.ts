import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { teamStatement } from '../../db/statement.js';
import type { TeamDatabase } from '../../db/team-database.js';
import { type Cipher, cipherOfSettings, Undecipherable } from '../core/encryption.js';
import { Secret } from '../core/secret.js';
import { unreachable } from './tracker-failure.js';

/** Longer than a tracker takes to issue a token. */
const LEASE_MS = 20_000;
const POLL_MS = 100;

const readToken = teamStatement<{ sealedToken: string | null }, [provider: string]>(
  'trackerTokens.read',
  'select sealed_token as "sealedToken" from tracker_tokens where team_id = $1 and provider = $2',
);

/**
 * Claims the right to request a token, unless the worn-out one ($3) was replaced or another process is requesting
 * one.
 */
const claimToken = teamStatement<
  { provider: string },
  [provider: string, worn: string | null, leaseId: string, leaseMs: number]
>(
  'trackerTokens.claim',
  `insert into tracker_tokens as t (team_id, provider, lease_id, lease_until)
   values ($1, $2, $4, now() + $5 * interval '1 ms')
   on conflict (team_id, provider) do update
      set lease_id = excluded.lease_id, lease_until = excluded.lease_until
    where t.sealed_token is not distinct from $3
      and (t.lease_until is null or t.lease_until <= now())
   returning provider`,
);

const storeToken = teamStatement<
  { provider: string },
  [provider: string, leaseId: string, sealedToken: string]
>(
  'trackerTokens.store',
  `update tracker_tokens
      set sealed_token = $4, renewed_at = now(), lease_id = null, lease_until = null
    where team_id = $1 and provider = $2 and lease_id = $3 returning provider`,
);

const releaseToken = teamStatement<{ provider: string }, [provider: string, leaseId: string]>(
  'trackerTokens.release',
  `update tracker_tokens set lease_id = null, lease_until = null
    where team_id = $1 and provider = $2 and lease_id = $3 returning provider`,
);

/** A token together with its encrypted form, which identifies it to all processes. */
export interface StoredToken {
  sealed: string;
  /** Undefined if ENCRYPTION_KEY cannot decrypt it. */
  token: Secret | undefined;
}

/**
 * The one app token for a tracker, shared by all processes. A new token may invalidate the previous one, so only
 * one process requests it at a time, and all use the token that it stored.
 */
export class TokenStore {
  constructor(
    private readonly db: TeamDatabase,
    private readonly cipher: Cipher,
  ) {}

  async read(provider: string): Promise<StoredToken | undefined> {
    const sealed = (await this.db.row(readToken, provider))?.sealedToken;
    return sealed ? { sealed, token: this.open(sealed) } : undefined;
  }

  /**
   * Replaces a worn-out token (undefined: the first one) with that of another process or a new one from `ask`.
   * Throws what `ask` throws, and TrackerFailure if another process does not get one in time.
   */
  async renew(
    { provider, name }: { provider: string; name: string },
    worn: StoredToken | undefined,
    ask: () => Promise<Secret>,
  ): Promise<StoredToken> {
    for (const giveUpAt = performance.now() + LEASE_MS; ; await sleep(POLL_MS)) {
      const known = await this.read(provider);
      if (known?.token && known.sealed !== worn?.sealed) return known;
      const leaseId = randomUUID();
      const claim = [provider, known?.sealed ?? null, leaseId, LEASE_MS] as const;
      if (await this.db.row(claimToken, ...claim)) {
        const renewed = await this.askAndStore(provider, leaseId, ask);
        if (renewed) return renewed;
      }
      if (performance.now() > giveUpAt) {
        throw unreachable(name, 'another process is still requesting a token');
      }
    }
  }

  private async askAndStore(
    provider: string,
    leaseId: string,
    ask: () => Promise<Secret>,
  ): Promise<StoredToken | undefined> {
    try {
      const token = await ask();
      const sealed = this.cipher.encrypt(token.reveal());
      // A process that took over has requested one after us, which may have invalidated this token.
      const kept = await this.db.row(storeToken, provider, leaseId, sealed);
      return kept && { sealed, token };
    } catch (error) {
      await this.db.row(releaseToken, provider, leaseId);
      throw error;
    }
  }

  private open(sealed: string): Secret | undefined {
    try {
      return new Secret(this.cipher.decrypt(sealed));
    } catch (error) {
      if (error instanceof Undecipherable) return undefined;
      throw error;
    }
  }
}

/** The token store of a team; undefined without ENCRYPTION_KEY. */
export const tokenStore = (
  { encryptionKey }: { encryptionKey?: Secret },
  db: TeamDatabase,
): TokenStore | undefined => encryptionKey && new TokenStore(db, cipherOfSettings(encryptionKey));
