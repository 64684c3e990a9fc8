import type { Context as Koa } from 'koa';
import { beliefByRef } from '../../db/queries/card-material.js';
import type { SystemDatabase } from '../../db/system-database.js';
import type { TeamDatabase } from '../../db/team-database.js';
import type { CardMessageRow } from '../beliefs/queries/follow-ups.js';
import { refNumberOf } from '../beliefs/signals/ref.js';
import type { Context } from '../core/context.js';
import type { Logger } from '../core/log.js';
import { INDEX_PATH, type PageSubject, pagePath } from '../core/page-links.js';
import {
  type PageToken,
  pageTokenHolds,
  readPageToken,
  TeamSigner,
  withPageToken,
} from '../core/page-tokens.js';
import type { Secret } from '../core/secret.js';
import { dayOf } from './plots/scale.js';
import { readSession, type Session } from './session.js';
import type { Visit } from './visit.js';

export interface AccessOptions {
  system: SystemDatabase;
  log: Logger;
  encryptionKey: Secret | undefined;
  /** The team whose pages anyone can open: the sandbox's. */
  openTeamId: string | undefined;
  /** False for a foreign host name, which another site's page may have pointed to this computer (DNS rebinding). */
  knowsHost?(koa: Koa): boolean;
  /** True while this workspace belongs to this team; otherwise its sessions end. */
  belongs(workspaceId: string, teamId: string): Promise<boolean>;
  /** URL of a card's message in Slack. */
  slackAddress(message: CardMessageRow): string;
}

/** A way in: the one visible team, and the form of links to its other pages. */
interface Access {
  teamId: string;
  index: string | undefined;
  visitor?: string;
  to(subject: PageSubject): string | undefined;
  /** Parameters that every URL of this page needs. */
  kept: Record<string, string>;
}

/**
 * The visit of a member who signed in, of the user of a signed link, or of any user of the sandbox; undefined if
 * they may not see the page. Everything is read from the visit's own team, so no other team's page can be reached.
 */
export async function visitOf(
  options: AccessOptions,
  koa: Koa,
  subject: PageSubject | undefined,
  now: Date,
): Promise<Visit | undefined> {
  const way = await wayIn(options, koa, subject, now);
  if (!way) return undefined;
  const path = await canonicalPath(options.system.team(way.teamId), subject);
  const ctx: Context = {
    db: options.system.team(way.teamId),
    actor: { type: 'service', id: 'pages', name: 'Pages' },
    now,
    log: options.log,
  };
  return {
    ctx,
    index: way.index,
    ...(way.visitor && { visitor: way.visitor }),
    path,
    to: way.to,
    here(parameters) {
      const all = new URLSearchParams({ ...way.kept, ...parameters }).toString();
      return all === '' ? path : `${path}?${all}`;
    },
    slack: options.slackAddress,
  };
}

/** The path of a page in a team. A belief may be named by its ref, such as `SIG-12`. */
async function canonicalPath(db: TeamDatabase, subject: PageSubject | undefined): Promise<string> {
  if (!subject) return INDEX_PATH;
  const number = 'signalId' in subject ? refNumberOf(subject.signalId) : undefined;
  const belief = number === undefined ? undefined : await db.row(beliefByRef, number);
  return pagePath(belief ?? subject);
}

async function wayIn(
  options: AccessOptions,
  koa: Koa,
  subject: PageSubject | undefined,
  now: Date,
): Promise<Access | undefined> {
  const text = new URLSearchParams(koa.querystring).get('t');
  const [link, session] = await Promise.all([
    text === null ? undefined : byLink(options, text, subject, now),
    bySession(options, koa, now),
  ]);
  // a member sees more than a link shows, but only of the same team
  if (session && (!link || link.teamId === session.teamId)) return session;
  if (link || options.openTeamId === undefined || options.knowsHost?.(koa) === false) return link;
  return open(options.openTeamId);
}

const open = (teamId: string, visitor?: string): Access => ({
  teamId,
  index: INDEX_PATH,
  ...(visitor && { visitor }),
  to: pagePath,
  kept: {},
});

async function byLink(
  { system, encryptionKey }: AccessOptions,
  text: string,
  subject: PageSubject | undefined,
  now: Date,
): Promise<Access | undefined> {
  const token = readPageToken(text);
  if (!token) return undefined;
  const db = system.team(token.teamId);
  const signer = await TeamSigner.ifAny(db, encryptionKey);
  const path = await canonicalPath(db, subject);
  if (!signer || !pageTokenHolds(signer, path, token, now)) return undefined;
  return {
    teamId: token.teamId,
    index: undefined,
    visitor: `This link works until ${dayOf(token.until)}`,
    to: onward(signer, token),
    kept: { t: text },
  };
}

/** Links on a page that was opened with a token: they open the next page, but no page after that. */
const onward =
  (signer: TeamSigner, { hops, until }: PageToken): Access['to'] =>
  (subject) =>
    hops === 0 ? undefined : withPageToken(signer, pagePath(subject), { hops: 0, until });

async function bySession(
  { system, encryptionKey, belongs }: AccessOptions,
  koa: Koa,
  now: Date,
): Promise<Access | undefined> {
  const session: Session | undefined = await readSession(koa, system, encryptionKey, now);
  if (!session || !(await belongs(session.workspaceId, session.teamId))) return undefined;
  return open(session.teamId, `Signed in as ${session.name}`);
}
