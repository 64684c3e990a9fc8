import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { teamStatement } from '../../db/statement.js';
import type { TeamDatabase } from '../../db/team-database.js';
import type { Context } from './context.js';
import { days } from './numbers.js';
import { type PageSubject, pageAddress, pagePath } from './page-links.js';
import type { Secret } from './secret.js';
import { readSettings } from './team-settings.js';

const secretOfTeam = teamStatement<{ secret: string }>(
  'pageKeys.read',
  'select secret from page_keys where team_id = $1',
);

const createSecret = teamStatement<{ secret: string }, [secret: string]>(
  'pageKeys.create',
  `insert into page_keys (team_id, secret) values ($1, $2)
   on conflict (team_id) do update set secret = page_keys.secret
   returning secret`,
);

const replaceSecret = teamStatement<{ secret: string }, [secret: string, now: Date]>(
  'pageKeys.replace',
  `insert into page_keys (team_id, secret, made_at) values ($1, $2, $3)
   on conflict (team_id) do update set secret = excluded.secret, made_at = excluded.made_at
   returning secret`,
);

const newSecret = (): string => randomBytes(32).toString('base64url');

/** Revokes every signed link to the team's pages, and every session on them. */
export async function revokePageLinks(ctx: Context): Promise<void> {
  await ctx.db.row(replaceSecret, newSecret(), ctx.now);
}

/** A signed text, with the time until which it holds. */
interface Claims {
  /** `link` or `session`: a signature for one is not valid for the other. */
  purpose: 'link' | 'session';
  text: string;
  until: Date;
}

/**
 * Signs for one team, with a key derived from its stored secret and, if set, ENCRYPTION_KEY, without which a copy of
 * the database is not enough to sign. Older keys after the first still verify.
 */
export class TeamSigner {
  private constructor(
    readonly teamId: string,
    private readonly secret: string,
    private readonly keys: readonly string[],
  ) {}

  static async of(db: TeamDatabase, encryptionKey: Secret | undefined): Promise<TeamSigner> {
    const known = (await db.row(secretOfTeam)) ?? (await db.row(createSecret, newSecret()));
    if (!known) throw new Error('a team has no secret for its pages');
    return TeamSigner.with(db.teamId, known.secret, encryptionKey);
  }

  /** The team's signer; undefined if the team has signed nothing yet. */
  static async ifAny(
    db: TeamDatabase,
    encryptionKey: Secret | undefined,
  ): Promise<TeamSigner | undefined> {
    const known = await db.row(secretOfTeam);
    return known && TeamSigner.with(db.teamId, known.secret, encryptionKey);
  }

  private static with(teamId: string, secret: string, encryptionKey: Secret | undefined) {
    const keys = (encryptionKey?.reveal() ?? '').split(',').map((key) => key.trim());
    return new TeamSigner(teamId, secret, keys);
  }

  sign(claims: Claims): string {
    return this.signature(claims, this.keys[0] ?? '');
  }

  /** True if the team made the signature and the claims have not expired. */
  holds(claims: Claims, signature: string, now: Date): boolean {
    if (!(claims.until > now)) return false;
    const given = Buffer.from(signature);
    return this.keys.some((key) => {
      const expected = Buffer.from(this.signature(claims, key));
      return given.length === expected.length && timingSafeEqual(given, expected);
    });
  }

  private signature({ purpose, text, until }: Claims, key: string): string {
    const signing = createHmac('sha256', this.secret).update(`pages\n${key}`).digest();
    const said = JSON.stringify([purpose, this.teamId, until.getTime(), text]);
    return createHmac('sha256', signing).update(said).digest('base64url');
  }
}

/** A token opens one page and, while `hops` is 1, the pages that it links to. */
export interface PageToken {
  teamId: string;
  until: Date;
  hops: 0 | 1;
  signature: string;
}

/** hops, seconds in base 36, signature, team. */
const TOKEN = /^([01])\.([0-9a-z]{1,8})\.([\w-]{43})\.([A-Za-z0-9_.-]{1,128})$/;

const claimsOf = (path: string, { hops, until }: Pick<PageToken, 'hops' | 'until'>): Claims => ({
  purpose: 'link',
  text: `${hops} ${path}`,
  until,
});

/** Parses a `?t=` parameter without verifying it; undefined if it is malformed. */
export function readPageToken(text: string): PageToken | undefined {
  const [, hops, seconds = '', signature = '', teamId = ''] = TOKEN.exec(text) ?? [];
  if (hops === undefined) return undefined;
  const until = new Date(Number.parseInt(seconds, 36) * 1000);
  return { teamId, until, hops: hops === '1' ? 1 : 0, signature };
}

/** True if this team signed the token for this path, and it has not expired. */
export const pageTokenHolds = (
  signer: TeamSigner,
  path: string,
  token: PageToken,
  now: Date,
): boolean => signer.holds(claimsOf(path, token), token.signature, now);

/** A path with a token that opens it. */
export function withPageToken(
  signer: TeamSigner,
  path: string,
  { hops, until }: Pick<PageToken, 'hops' | 'until'>,
): string {
  const seconds = Math.floor(until.getTime() / 1000);
  const signature = signer.sign(claimsOf(path, { hops, until: new Date(seconds * 1000) }));
  return `${path}?t=${hops}.${seconds.toString(36)}.${signature}.${signer.teamId}`;
}

/**
 * The URL of a page for use outside Slack, such as in an issue, where readers are unknown. It has a token, except in
 * the sandbox or if the team turned tokens off; undefined if no one could open it.
 */
export async function signedPageAddress(
  ctx: Context,
  subject: PageSubject,
): Promise<string | undefined> {
  const { pages: links } = ctx;
  if (!links || links.openTo === 'everyone') return pageAddress(links, subject);
  const { pageLinkDays } = await readSettings(ctx.db);
  if (pageLinkDays === 0) return pageAddress(links, subject);
  const signer = await TeamSigner.of(ctx.db, links.encryptionKey);
  // Whole days: the link stays the same all day, so a retry produces the same one.
  const until = new Date((Math.floor(ctx.now.getTime() / days(1)) + 1 + pageLinkDays) * days(1));
  return links.publicUrl + withPageToken(signer, pagePath(subject), { hops: 1, until });
}
