import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Context as Koa } from 'koa';
import type { SystemDatabase } from '../../db/system-database.js';
import { unavailable } from '../api/refusals.js';
import { Refusal } from '../core/errors.js';
import type { Logger } from '../core/log.js';
import { INDEX_PATH } from '../core/page-links.js';
import type { Secret } from '../core/secret.js';
import { cut } from '../core/words.js';
import { setCookie, startSession } from './session.js';
import { slackIdentity } from './slack-identity.js';

/** A workspace whose members may see a team's pages. */
export interface MemberWorkspace {
  teamId: string;
  /**
   * True for a full member: not a guest, and not a member of another organization. Throws if Slack does not answer.
   */
  isMember(userId: string): Promise<boolean>;
}

interface SignInOptions {
  system: SystemDatabase;
  log: Logger;
  encryptionKey: Secret | undefined;
  clientId: string;
  clientSecret: Secret;
  /** Base of Slack's Web API, with a slash at the end. */
  apiUrl: string;
  publicUrl: string;
  /** Undefined for a workspace that has not installed this app. */
  workspace(workspaceId: string): Promise<MemberWorkspace | undefined>;
}

export const SIGN_IN_PATH = `${INDEX_PATH}/sign-in`;
export const SIGNED_IN_PATH = `${INDEX_PATH}/signed-in`;

const COOKIE = 'belief_sign_in';
const STATE_SECONDS = 10 * 60;
const PAGE = /^\/p(?:\/(?:signals|studies|recommendations)\/[A-Za-z0-9_.~%-]{1,400})?$/;

/** The URL that signs a user in and leads back to this page. */
export const signInAddress = (path: string): string =>
  `${SIGN_IN_PATH}?${new URLSearchParams({ to: path })}`;

/**
 * Sign in with Slack (OpenID Connect). `begin` sends the browser to Slack with a state and a nonce, which a signed
 * cookie remembers. `finish` handles Slack's response.
 */
export function signIn(options: SignInOptions) {
  const { apiUrl, clientId, clientSecret, publicUrl, system, encryptionKey } = options;
  const slack = new URL(apiUrl).origin;
  const redirectUri = publicUrl + SIGNED_IN_PATH;
  const secure = publicUrl.startsWith('https:');
  const identify = slackIdentity({ apiUrl, clientId, clientSecret, redirectUri });
  const mac = (text: string): string =>
    createHmac('sha256', clientSecret.reveal()).update(`sign in\n${text}`).digest('base64url');

  return {
    begin(koa: Koa, now: Date): void {
      const given = String(new URLSearchParams(koa.querystring).get('to') ?? '');
      const to = PAGE.test(given) ? given : INDEX_PATH;
      const [state, nonce] = [randomBytes(24), randomBytes(24)].map((b) => b.toString('base64url'));
      const until = Math.floor(now.getTime() / 1000) + STATE_SECONDS;
      const text = `${state}.${nonce}.${until}.${Buffer.from(to).toString('base64url')}`;
      setCookie(koa, COOKIE, `${mac(text)}.${text}`, { seconds: STATE_SECONDS, secure });
      const query = new URLSearchParams({
        response_type: 'code',
        scope: 'openid profile',
        client_id: clientId,
        redirect_uri: redirectUri,
        state: state as string,
        nonce: nonce as string,
      });
      koa.redirect(`${slack}/openid/connect/authorize?${query}`);
    },

    /** Throws Refusal with a message for the user. */
    async finish(koa: Koa, now: Date): Promise<void> {
      const query = new URLSearchParams(koa.querystring);
      const begun = readState(koa.cookies.get(COOKIE) ?? '', mac, now);
      setCookie(koa, COOKIE, '', { seconds: 0, secure });
      if (!begun || query.get('state') !== begun.state) {
        throw new Refusal(
          'forbidden',
          'The sign-in took too long or was started in another browser. Start again.',
        );
      }
      const code = query.get('code');
      if (query.get('error') !== null || !code) {
        throw new Refusal('forbidden', 'The sign-in was cancelled in Slack.');
      }
      const identity = await identify(code, begun.nonce).catch((error: unknown) => {
        if (error instanceof Refusal) throw error;
        options.log.warn({ err: error }, 'an answer of Sign in with Slack was refused');
        throw new Refusal('forbidden', 'Slack’s answer could not be verified. Try again.');
      });
      const { workspaceId, userId } = identity;
      const teamId = await teamOfMember(options, workspaceId, userId);
      const session = { teamId, workspaceId, userId, name: cut(identity.name ?? userId, 100) };
      await startSession(koa, system, encryptionKey, session, { now, secure });
      koa.redirect(begun.to);
      koa.status = 303;
    },
  };
}

export type SignIn = ReturnType<typeof signIn>;

/** Returns the team of a full member's workspace. Throws Refusal with a message for the user. */
async function teamOfMember(
  options: SignInOptions,
  workspaceId: string,
  userId: string,
): Promise<string> {
  const workspace = await options.workspace(workspaceId);
  if (!workspace) {
    throw new Refusal('forbidden', 'Belief Layer is not in the workspace you signed in with.');
  }
  const isMember = await workspace.isMember(userId).catch((error: unknown) => {
    options.log.warn({ err: error }, 'Slack does not say who signed in');
    throw unavailable('Slack does not say who you are at the moment. Try again.', 30);
  });
  if (isMember) return workspace.teamId;
  throw new Refusal(
    'forbidden',
    'These pages are for full members of the workspace. Guests and people of other organizations see what is shown to them in Slack.',
  );
}

function readState(cookie: string, mac: (text: string) => string, now: Date) {
  const [, signature = '', text = ''] = /^([\w-]{43})\.([\w.-]{1,1000})$/.exec(cookie) ?? [];
  const [expected, given] = [Buffer.from(mac(text)), Buffer.from(signature)];
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
  const [state = '', nonce = '', until = '', to = ''] = text.split('.');
  if (Number(until) * 1000 <= now.getTime()) return undefined;
  return { state, nonce, to: Buffer.from(to, 'base64url').toString() };
}
