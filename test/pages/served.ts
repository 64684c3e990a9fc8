import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { type CryptoKey, exportJWK, generateKeyPair, SignJWT } from 'jose';
import { createLog } from '../../src/core/log.js';
import { Secret } from '../../src/core/secret.js';
import { type PagesOptions, pages } from '../../src/pages/pages.js';
import { type MemberWorkspace, signIn } from '../../src/pages/sign-in.js';
import { startApi, type TestApi } from '../support/api.js';
import type { TestDatabase } from '../support/database.js';

export const KEY = new Secret(Buffer.alloc(32, 7).toString('base64'));
export const CLIENT_ID = '12.34';

/** The real app with its pages; `open` for the team that everyone sees. */
export const startPages = (
  database: TestDatabase,
  options: Partial<PagesOptions> = {},
): Promise<TestApi> =>
  startApi(database, {
    pages: pages({
      system: database.system,
      log: createLog('silent'),
      encryptionKey: KEY,
      openTeamId: undefined,
      belongs: async () => true,
      slackAddress: () => '/sandbox',
      ...options,
    }),
  });

export const fetched = async (url: string, init: RequestInit = {}) => {
  const response = await fetch(url, { redirect: 'manual', ...init });
  return { status: response.status, headers: response.headers, text: await response.text() };
};

type Claims = Record<string, unknown>;

/** Slack's side of signing in: it answers a code with an identity token. */
export class FakeOpenId {
  /** Changes what the next token says. */
  claims: Claims = {};
  /** The key that signs the next token, if not ours. */
  forger: CryptoKey | undefined;
  algorithm = 'RS256';
  readonly asked: URLSearchParams[] = [];
  private key!: CryptoKey;
  private server!: http.Server;
  private keys: object = {};

  async start(): Promise<void> {
    const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true });
    this.key = privateKey;
    this.keys = {
      keys: [{ ...(await exportJWK(publicKey)), kid: 'k1', alg: 'RS256', use: 'sig' }],
    };
    this.server = http.createServer((req, res) => void this.serve(req, res));
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  private async serve(req: http.IncomingMessage, res: http.ServerResponse): Promise<void> {
    if (req.url === '/openid/connect/keys') return void res.end(JSON.stringify(this.keys));
    let body = '';
    for await (const chunk of req) body += chunk;
    const asked = new URLSearchParams(body);
    this.asked.push(asked);
    res.setHeader('content-type', 'application/json');
    if (asked.get('code') === 'spent') return void res.end('{"ok":false,"error":"invalid_code"}');
    res.end(JSON.stringify({ ok: true, id_token: await this.token(asked.get('code') ?? '') }));
  }

  /** The test's code is the nonce that the browser was sent with. */
  private async token(nonce: string): Promise<string> {
    const claims: Claims = {
      iss: this.url,
      aud: CLIENT_ID,
      sub: 'U1',
      nonce,
      iat: Math.floor(Date.now() / 1000),
      exp: Math.floor(Date.now() / 1000) + 300,
      name: 'Maya <script>',
      'https://slack.com/team_id': 'T1',
      'https://slack.com/user_id': 'U1',
      ...this.claims,
    };
    if (this.algorithm === 'none') {
      const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
      return `${part({ alg: 'none' })}.${part(claims)}.`;
    }
    return new SignJWT(claims)
      .setProtectedHeader({ alg: 'RS256', kid: 'k1' })
      .sign(this.forger ?? this.key);
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}

export const slackSignIn = (
  database: TestDatabase,
  slack: FakeOpenId,
  workspace: (id: string) => Promise<MemberWorkspace | undefined>,
) =>
  signIn({
    system: database.system,
    log: createLog('silent'),
    encryptionKey: KEY,
    clientId: CLIENT_ID,
    clientSecret: new Secret('a client secret'),
    apiUrl: `${slack.url}/api/`,
    publicUrl: 'https://beliefs.example.com',
    workspace,
  });

/** A browser that keeps cookies; Secure ones too, though the test's server speaks plain HTTP. */
export class Browser {
  readonly cookies = new Map<string, string>();

  constructor(private readonly base: string) {}

  async get(path: string) {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await fetched(`${this.base}${path}`, { headers: { cookie } });
    for (const set of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      if (/Max-Age=0/.test(set)) this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    return answer;
  }

  /** Goes to Slack and back, as a person does who presses "Sign in with Slack". */
  async signIn(to = '/p', change: (back: URLSearchParams) => void = () => {}) {
    const away = await this.get(`/p/sign-in?to=${encodeURIComponent(to)}`);
    const asked = new URL(away.headers.get('location') ?? '').searchParams;
    const back = new URLSearchParams({
      state: asked.get('state') ?? '',
      code: asked.get('nonce') ?? '',
    });
    change(back);
    return this.get(`/p/signed-in?${back}`);
  }
}
