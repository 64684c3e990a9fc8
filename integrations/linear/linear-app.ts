import { z } from 'zod';
import { Secret } from '../../src/core/secret.js';
import type { StoredToken, TokenStore } from '../../src/issues/token-store.js';
import { quoted, rateLimited, refused, unreachable } from '../../src/issues/tracker-failure.js';

/** The credentials for requests to Linear: an API key, or the token of an app. */
export interface LinearAccess {
  /** Throws TrackerFailure. */
  key(): Promise<{ apiKey: string } | { accessToken: string }>;
  /** Replaces a key that Linear has just refused; absent if there is no other key. */
  renew?(): Promise<void>;
}

/** A personal key or an OAuth token from the configuration. */
export function accessByKey(key: Secret): LinearAccess {
  const text = key.reveal();
  const given = text.startsWith('lin_oauth_') ? { accessToken: text } : { apiKey: text };
  return { key: async () => given };
}

/** Never changes: a token with other scopes invalidates all tokens of the app. */
const SCOPE = 'read,write,app:assignable,app:mentionable';
const ANSWER = z.object({ access_token: z.string().min(1) });
const NO_TOKEN =
  'Linear did not issue a token for the app: check LINEAR_CLIENT_ID and LINEAR_CLIENT_SECRET, and that client credentials are switched on in the settings of the app';
const WAIT_MS = 60_000;

export interface LinearAppSettings {
  clientId: string;
  clientSecret: Secret;
}

/** The app as an actor, by client credentials: one token for all processes, renewed when Linear refuses it. */
export class LinearAppAccess implements LinearAccess {
  private stored: StoredToken | undefined;

  constructor(
    private readonly settings: LinearAppSettings,
    private readonly tokens: TokenStore,
    private readonly apiUrl: string,
    private readonly timeoutMs: number,
  ) {}

  async key(): Promise<{ accessToken: string }> {
    this.stored ??= await this.tokens.read('linear');
    if (!this.stored?.token) await this.renew();
    return { accessToken: this.stored!.token!.reveal() };
  }

  async renew(): Promise<void> {
    const linear = { provider: 'linear', name: 'Linear' };
    this.stored = await this.tokens.renew(linear, this.stored, () => this.ask());
  }

  private async ask(): Promise<Secret> {
    const { clientId, clientSecret } = this.settings;
    const body = new URLSearchParams({
      grant_type: 'client_credentials',
      scope: SCOPE,
      client_id: clientId,
      client_secret: clientSecret.reveal(),
    });
    const signal = AbortSignal.timeout(this.timeoutMs);
    let answer: Response;
    let text: string;
    try {
      const url = new URL('/oauth/token', this.apiUrl);
      answer = await fetch(url, { method: 'POST', body, signal, redirect: 'error' });
      text = await answer.text();
    } catch {
      throw unreachable('Linear', 'no usable answer');
    }
    if (answer.status === 429) throw rateLimited('Linear', WAIT_MS);
    if (answer.status >= 500) throw unreachable('Linear', `status ${answer.status}`);
    const given = ANSWER.safeParse(jsonOf(text));
    if (answer.ok && given.success) return new Secret(given.data.access_token);
    if (answer.ok) throw unreachable('Linear', 'no usable answer');
    throw refused(`${NO_TOKEN} (${quoted(reasonIn(text)) || answer.status}).`);
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const Refused = z.object({
  error_description: z.string().optional(),
  error: z.string().optional(),
});

function reasonIn(text: string): string {
  const { error_description, error } = Refused.safeParse(jsonOf(text)).data ?? {};
  return error_description ?? error ?? '';
}
