import { generateKeyPair } from 'jose';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { revokePageLinks } from '../../src/core/page-tokens.js';
import { importSnapshot } from '../../src/operations/snapshot/import-snapshot.js';
import type { TestApi } from '../support/api.js';
import { useDatabase } from '../support/database.js';
import { type Bench, createBench } from '../support/slack.js';
import { ndjson, smallTeam } from '../support/snapshot.js';
import { Browser, CLIENT_ID, FakeOpenId, slackSignIn, startPages } from './served.js';

const database = useDatabase();
const slack = new FakeOpenId();
let api: TestApi;
let bench: Bench;
let browser: Browser;

beforeAll(() => slack.start());
afterAll(() => slack.stop());
beforeEach(async () => {
  bench = await createBench(database);
  await importSnapshot(database.context(bench.teamId), () => ndjson(smallTeam()));
  const workspace = (id: string) => bench.bot.members(id);
  api = await startPages(database, {
    signIn: slackSignIn(database, slack, workspace),
    belongs: async (id, teamId) => (await workspace(id))?.teamId === teamId,
  });
  browser = new Browser(api.url);
  slack.claims = {};
  slack.forger = undefined;
  slack.algorithm = 'RS256';
});
afterEach(() => api.close());

describe('Sign in with Slack', () => {
  it('leads from a page to Slack and back to it, and opens the pages of the team', async () => {
    const refused = await browser.get('/p/signals/sg1');
    expect(refused.status).toBe(401);
    expect(refused.text).toContain('/p/sign-in?to=%2Fp%2Fsignals%2Fsg1');
    const back = await browser.signIn('/p/signals/sg1');
    expect(back.status).toBe(303);
    expect(back.headers.get('location')).toBe('/p/signals/sg1');
    const cookie = back.headers.getSetCookie().find((one) => one.startsWith('belief_pages='));
    expect(cookie).toMatch(/; Path=\/p; Max-Age=43200; HttpOnly; SameSite=Lax; Secure$/);
    const page = await browser.get('/p/signals/sg1');
    expect(page.status).toBe(200);
    expect(page.text).toContain('Signed in as Maya &lt;script&gt;');
    expect((await browser.get('/p')).status).toBe(200);
    expect(slack.asked.at(-1)?.get('redirect_uri')).toBe('https://beliefs.example.com/p/signed-in');
  });

  it.each([
    ['another audience', { aud: 'another' }],
    ['another issuer', { iss: 'https://slack.com.evil.example' }],
    ['a nonce of another sign-in', { nonce: 'replayed' }],
    ['no nonce', { nonce: undefined }],
    ['an expired token', { exp: Math.floor(Date.now() / 1000) - 3_600 }],
    ['no expiry', { exp: undefined }],
    ['no workspace', { 'https://slack.com/team_id': undefined }],
    ['a workspace that is not one', { 'https://slack.com/team_id': '../T1' }],
    ['a workspace without the app', { 'https://slack.com/team_id': 'T9' }],
  ])('refuses %s', async (_what, claims) => {
    slack.claims = claims;
    expect((await browser.signIn()).status).toBe(403);
    expect(browser.cookies.has('belief_pages')).toBe(false);
  });

  it('refuses a token that another key signed, and one that nobody signed', async () => {
    slack.forger = (await generateKeyPair('RS256')).privateKey;
    expect((await browser.signIn()).status).toBe(403);
    slack.forger = undefined;
    slack.algorithm = 'none';
    expect((await browser.signIn()).status).toBe(403);
    expect(browser.cookies.has('belief_pages')).toBe(false);
  });

  it('refuses an answer that this browser did not ask for', async () => {
    const changes: ((back: URLSearchParams) => void)[] = [
      (back) => back.set('state', 'forged'),
      (back) => back.delete('state'),
      (back) => back.delete('code'),
      (back) => back.set('code', 'spent'),
      (back) => back.set('error', 'access_denied'),
      () => browser.cookies.delete('belief_sign_in'),
      () => browser.cookies.set('belief_sign_in', `${'A'.repeat(43)}.a.b.9999999999.L3A`),
    ];
    for (const change of changes) {
      const answer = await browser.signIn('/p', change);
      expect(answer.status).toBe(403);
      expect(answer.text).toContain('Sign in with Slack');
    }
    const asked = new URLSearchParams({ state: '', code: 'x' });
    expect((await new Browser(api.url).get(`/p/signed-in?${asked}`)).status).toBe(403);
    expect(browser.cookies.has('belief_pages')).toBe(false);
  });

  it('refuses guests and people of other organizations, and waits for a Slack that is silent', async () => {
    const users: [string, object][] = [
      ['UGUEST', { is_restricted: true }],
      ['USINGLE', { is_ultra_restricted: true }],
      ['USTRANGER', { is_stranger: true }],
      ['UOTHER', { team_id: 'T2' }],
    ];
    for (const [id, facts] of users) {
      bench.slack.next('users.info', { ok: true, user: { id, team_id: 'T1', ...facts } });
      slack.claims = { 'https://slack.com/user_id': id };
      const answer = await browser.signIn();
      expect(answer.status).toBe(403);
      expect(answer.text).toContain('full members');
    }
    bench.slack.next('users.info', ...Array(2).fill({ status: 500 }));
    slack.claims = { 'https://slack.com/user_id': 'USILENT' };
    expect((await browser.signIn()).status).toBe(503);
    expect(browser.cookies.has('belief_pages')).toBe(false);
  });

  it('leads only to pages of ours', async () => {
    for (const to of ['https://evil.example', '//evil.example', '/v1/signals', '/p/../x', '']) {
      expect((await browser.signIn(to)).headers.get('location')).toBe('/p');
    }
  });
});

describe('a session', () => {
  it('ends with the links of its team, and cannot be carried to another team', async () => {
    await browser.signIn();
    expect((await browser.get('/p')).status).toBe(200);
    const cookie = browser.cookies.get('belief_pages') ?? '';
    const [until, signature, text = ''] = cookie.split('.');
    const claims = JSON.parse(Buffer.from(text, 'base64url').toString());
    const other = await database.createTeam();
    const moved = Buffer.from(JSON.stringify({ ...claims, teamId: other })).toString('base64url');
    const later = (Number.parseInt(until ?? '', 36) + 9).toString(36);
    for (const forged of [
      `${until}.${signature}.${moved}`,
      `${later}.${signature}.${text}`,
      `${until}.${'A'.repeat(43)}.${text}`,
      `${until}.${signature}.e30`,
      `${until}.${signature}.bm90IGpzb24`,
      'x',
      'A'.repeat(5_000),
    ]) {
      browser.cookies.set('belief_pages', forged);
      expect((await browser.get('/p')).status).toBe(401);
    }
    browser.cookies.set('belief_pages', cookie);
    expect((await browser.get('/p')).status).toBe(200);
    await revokePageLinks(database.context(bench.teamId));
    expect((await browser.get('/p')).status).toBe(401);
  });

  it('asks Slack for nothing but the identity', async () => {
    const away = await browser.get('/p/sign-in');
    const asked = new URL(away.headers.get('location') ?? '');
    expect(asked.pathname).toBe('/openid/connect/authorize');
    expect(asked.searchParams.get('scope')).toBe('openid profile');
    expect(asked.searchParams.get('client_id')).toBe(CLIENT_ID);
    expect(asked.search).not.toContain('secret');
  });
});
