import type { Context as Koa } from 'koa';
import { z } from 'zod';
import type { SystemDatabase } from '../../db/system-database.js';
import { INDEX_PATH } from '../core/page-links.js';
import { TeamSigner } from '../core/page-tokens.js';
import type { Secret } from '../core/secret.js';

/** A member of a team's workspace who signed in. */
const Session = z.strictObject({
  teamId: z.string().regex(/^[A-Za-z0-9_.-]{1,128}$/),
  workspaceId: z.string().max(40),
  userId: z.string().max(40),
  name: z.string().max(120),
});
export type Session = z.infer<typeof Session>;

const COOKIE = 'belief_pages';
/** Seconds that a session lasts. Someone who leaves the workspace keeps access for up to this long. */
const SESSION_SECONDS = 12 * 60 * 60;
const MOST_CHARACTERS = 2_000;

/** Sets a cookie of the pages that scripts cannot read and that other sites' requests do not send. */
export function setCookie(
  koa: Koa,
  name: string,
  value: string,
  { seconds, secure }: { seconds: number; secure: boolean },
): void {
  const parts = [
    `${name}=${value}`,
    `Path=${INDEX_PATH}`,
    `Max-Age=${seconds}`,
    'HttpOnly',
    'SameSite=Lax',
    ...(secure ? ['Secure'] : []),
  ];
  koa.append('Set-Cookie', parts.join('; '));
}

/** Signs a member in for half a day. */
export async function startSession(
  koa: Koa,
  system: SystemDatabase,
  encryptionKey: Secret | undefined,
  session: Session,
  { now, secure }: { now: Date; secure: boolean },
): Promise<void> {
  const text = Buffer.from(JSON.stringify(session)).toString('base64url');
  const seconds = Math.floor(now.getTime() / 1000) + SESSION_SECONDS;
  const signer = await TeamSigner.of(system.team(session.teamId), encryptionKey);
  const signature = signer.sign({ purpose: 'session', text, until: new Date(seconds * 1000) });
  const value = `${seconds.toString(36)}.${signature}.${text}`;
  setCookie(koa, COOKIE, value, { seconds: SESSION_SECONDS, secure });
}

/** The session of a request, if the team signed it and it has not expired. */
export async function readSession(
  koa: Koa,
  system: SystemDatabase,
  encryptionKey: Secret | undefined,
  now: Date,
): Promise<Session | undefined> {
  const cookie = koa.cookies.get(COOKIE) ?? '';
  if (cookie === '' || cookie.length > MOST_CHARACTERS) return undefined;
  const [, seconds, signature = '', text = ''] =
    /^([0-9a-z]{1,8})\.([\w-]{43})\.([\w-]+)$/.exec(cookie) ?? [];
  const session = seconds === undefined ? undefined : parsed(text);
  if (!session || seconds === undefined) return undefined;
  const signer = await TeamSigner.ifAny(system.team(session.teamId), encryptionKey);
  const until = new Date(Number.parseInt(seconds, 36) * 1000);
  const holds = signer?.holds({ purpose: 'session', text, until }, signature, now);
  return holds ? session : undefined;
}

function parsed(text: string): Session | undefined {
  try {
    return Session.safeParse(JSON.parse(Buffer.from(text, 'base64url').toString())).data;
  } catch {
    return undefined;
  }
}
