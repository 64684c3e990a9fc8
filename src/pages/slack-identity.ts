import { createRemoteJWKSet, jwtVerify } from 'jose';
import { z } from 'zod';
import { Refusal } from '../core/errors.js';
import type { Secret } from '../core/secret.js';

const PATIENCE_MS = 10_000;
const LEEWAY_SECONDS = 60;

const TokenAnswer = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true), id_token: z.string().max(20_000) }),
  z.object({ ok: z.literal(false), error: z.string().optional() }),
]);

const Identity = z.object({
  nonce: z.string(),
  'https://slack.com/team_id': z.string().regex(/^[TE][A-Z0-9]{1,38}$/),
  'https://slack.com/user_id': z.string().regex(/^[UW][A-Z0-9]{1,38}$/),
  name: z.string().optional(),
});

interface SlackApp {
  clientId: string;
  clientSecret: Secret;
  /** Base of Slack's Web API, with a slash at the end. */
  apiUrl: string;
  redirectUri: string;
}

interface SignedIn {
  workspaceId: string;
  userId: string;
  name: string | undefined;
}

/**
 * Returns a function that exchanges the code of a sign-in for the user's identity, and checks Slack's signature and
 * the nonce. It throws Refusal if Slack does not accept the code.
 */
export function slackIdentity({ apiUrl, clientId, clientSecret, redirectUri }: SlackApp) {
  const slack = new URL(apiUrl).origin;
  const keys = createRemoteJWKSet(new URL('/openid/connect/keys', slack), {
    timeoutDuration: PATIENCE_MS,
  });
  return async (code: string, nonce: string): Promise<SignedIn> => {
    const answer = await fetch(new URL('openid.connect.token', apiUrl), {
      method: 'POST',
      body: new URLSearchParams({
        client_id: clientId,
        client_secret: clientSecret.reveal(),
        code,
        grant_type: 'authorization_code',
        redirect_uri: redirectUri,
      }),
      redirect: 'error',
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    const token = TokenAnswer.parse(await answer.json());
    if (!token.ok) throw new Refusal('forbidden', 'Slack did not accept the sign-in. Try again.');
    const { payload } = await jwtVerify(token.id_token, keys, {
      issuer: slack,
      audience: clientId,
      algorithms: ['RS256'],
      requiredClaims: ['exp', 'iat', 'sub'],
      clockTolerance: LEEWAY_SECONDS,
    });
    const identity = Identity.parse(payload);
    if (identity.nonce !== nonce) throw new Error('the nonce is another one');
    return {
      workspaceId: identity['https://slack.com/team_id'],
      userId: identity['https://slack.com/user_id'],
      name: identity.name,
    };
  };
}
