import { createHmac, timingSafeEqual } from 'node:crypto';
import { Refusal } from '../../../src/core/errors.js';

export const INSTALL_PATH = '/slack/install';
export const REDIRECT_PATH = '/slack/oauth_redirect';

/**
 * A link that installs the app for one team. Anyone who has it can tie their workspace to that team, so it is
 * signed and stops working at `expiresAt`.
 */
export function installLink(
  publicUrl: string,
  stateSecret: string,
  teamId: string,
  expiresAt: Date,
): string {
  const expires = String(Math.floor(expiresAt.getTime() / 1000));
  const key = signature(stateSecret, teamId, expires);
  return `${publicUrl}${INSTALL_PATH}?${new URLSearchParams({ team: teamId, expires, key })}`;
}

/** The team of an install link. Throws `forbidden` if the link is not ours or has expired. */
export function teamOfLink(query: URLSearchParams, stateSecret: string, now: Date): string {
  const [team = '', expires = '', key = ''] = ['team', 'expires', 'key'].map(
    (name) => query.get(name) ?? '',
  );
  const expected = Buffer.from(signature(stateSecret, team, expires));
  const given = Buffer.from(key);
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) {
    throw new Refusal(
      'forbidden',
      'This install link is not valid. Ask the operator of Belief Layer for one: npm run cli -- slack install-link --team ID',
    );
  }
  if (Number(expires) * 1000 < now.getTime()) {
    throw new Refusal('forbidden', 'This install link has expired. Ask for a new one.');
  }
  return team;
}

const signature = (stateSecret: string, teamId: string, expires: string): string =>
  createHmac('sha256', stateSecret).update(`install\n${teamId}\n${expires}`).digest('base64url');
