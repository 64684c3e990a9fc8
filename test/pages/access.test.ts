import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Signal } from '../../db/entities/signal.js';
import { pagePath } from '../../src/core/page-links.js';
import {
  revokePageLinks,
  signedPageAddress,
  TeamSigner,
  withPageToken,
} from '../../src/core/page-tokens.js';
import { changeSettings } from '../../src/core/team-settings.js';
import { importSnapshot } from '../../src/operations/snapshot/import-snapshot.js';
import type { TestApi } from '../support/api.js';
import { useDatabase } from '../support/database.js';
import { ndjson, smallTeam } from '../support/snapshot.js';
import { fetched, KEY, startPages } from './served.js';

const database = useDatabase();
const DAY = 86_400_000;
const OPEN_TO = { publicUrl: '', openTo: 'token', encryptionKey: KEY } as const;
let api: TestApi;
const logged: string[] = [];

beforeAll(async () => {
  const log = pino({ level: 'trace' }, { write: (line: string) => void logged.push(line) });
  api = await startPages(database, { log });
});
afterAll(() => api.close());

async function team() {
  const teamId = await database.createTeam();
  const ctx = database.context(teamId, { pages: OPEN_TO });
  await importSnapshot(ctx, () => ndjson(smallTeam()));
  return ctx;
}
const see = (address: string | undefined) => fetched(`${api.url}${address}`);
const tokenOf = (address = '') => new URL(address, 'http://x').searchParams.get('t') ?? '';

describe('a signed link', () => {
  it('opens its page and the pages it links to, and no page after those', async () => {
    const ctx = await team();
    const address = await signedPageAddress(ctx, { signalId: 'sg1' });
    const page = await see(address);
    expect(page.status).toBe(200);
    expect(page.text).toContain('This link works until');
    expect(page.text).not.toContain('href="/p"');
    const onward = [...page.text.matchAll(/href="(\/p\/[^"]+)"/g)]
      .map(([, href = '']) => href.replaceAll('&amp;', '&'))
      .filter((href) => !href.startsWith('/p/style'));
    expect(onward.length).toBeGreaterThan(1);
    for (const href of new Set(onward)) {
      const next = await see(href);
      expect(next.status).toBe(200);
      expect(next.text).not.toMatch(/href="\/p\/(signals|studies|recommendations)/);
    }
  });

  it('opens its page by the ref too, and no page of another belief', async () => {
    const ctx = await team();
    const token = tokenOf(await signedPageAddress(ctx, { signalId: 'sg1' }));
    const rows = await ctx.db.find(Signal, {});
    const refOf = (id: string) => `SIG-${rows.find((row) => row.signalId === id)?.refNumber}`;
    const moved = await see(`/p/signals/${refOf('sg1')}?t=${token}&quotes=1`);
    expect(moved.status).toBe(302);
    const to = moved.headers.get('location') ?? '';
    expect(to).toBe(`/p/signals/sg1?t=${encodeURIComponent(token)}&quotes=1`);
    const page = await see(to);
    expect(page.status).toBe(200);
    expect(page.text).toContain('This link works until');
    for (const ref of [refOf('sg2'), 'SIG-999']) {
      expect((await see(`/p/signals/${ref}?t=${token}`)).status).toBe(401);
    }
  });

  it('opens nothing else, not even for the same team', async () => {
    const ctx = await team();
    const token = tokenOf(await signedPageAddress(ctx, { signalId: 'sg1' }));
    for (const path of ['/p', '/p/studies/st1', '/p/recommendations/r1', '/p/signals/sg2']) {
      expect((await see(`${path}?t=${token}`)).status).toBe(401);
    }
  });

  it('expires, is revoked for a team, and is not made if the team turns links off', async () => {
    const ctx = await team();
    const old = { ...ctx, now: new Date(ctx.now.getTime() - 32 * DAY) };
    expect((await see(await signedPageAddress(old, { signalId: 'sg1' }))).status).toBe(401);
    const young = { ...ctx, now: new Date(ctx.now.getTime() - 29 * DAY) };
    const link = await signedPageAddress(young, { signalId: 'sg1' });
    expect((await see(link)).status).toBe(200);
    await revokePageLinks(ctx);
    const ended = await see(link);
    expect(ended.status).toBe(401);
    expect(ended.text).toContain('has expired, was revoked, or is for another page');
    expect((await see(await signedPageAddress(ctx, { signalId: 'sg1' }))).status).toBe(200);
    await changeSettings(ctx, { pageLinkDays: 2 });
    expect((await see(await signedPageAddress(young, { signalId: 'sg1' }))).status).toBe(401);
    await changeSettings(ctx, { pageLinkDays: 0 });
    expect(await signedPageAddress(ctx, { signalId: 'sg1' })).toBeUndefined();
  });

  it('of one team shows nothing of another, and no part of it can be changed', async () => {
    const [ours, theirs] = [await team(), await team()];
    const [mine, yours] = await Promise.all(
      [ours, theirs].map((ctx) => signedPageAddress(ctx, { signalId: 'sg1' })),
    );
    const [hops, until, signature] = tokenOf(mine).split('.');
    const [, , other] = tokenOf(yours).split('.');
    const later = (Number.parseInt(until ?? '', 36) + 1).toString(36);
    const forged = [
      `${hops}.${until}.${signature}.${theirs.db.teamId}`,
      `${hops}.${until}.${other}.${ours.db.teamId}`,
      `${hops}.${later}.${signature}.${ours.db.teamId}`,
      `0.${until}.${signature}.${ours.db.teamId}`,
      `${hops}.${until}.${'A'.repeat(43)}.${ours.db.teamId}`,
      `${hops}.${until}.${signature}.no-such-team`,
      `${hops}.${until}.${signature}`,
      '',
      '.'.repeat(100_000).slice(0, 6_000),
      '%00',
      '\u0000',
    ];
    for (const token of forged) {
      const answer = await see(`/p/signals/sg1?t=${encodeURIComponent(token)}`);
      expect(answer.status, token.slice(0, 80)).toBe(401);
      expect(answer.text).not.toMatch(/Ines|blockquote/);
    }
    const twice = await see(`/p/signals/sg1?t=x&t=${tokenOf(mine)}`);
    expect(twice.status).toBe(401);
  });

  it('holds to its last second, and no longer for pages it led to once it is revoked', async () => {
    const ctx = await team();
    const signer = await TeamSigner.of(ctx.db, KEY);
    const path = pagePath({ signalId: 'sg1' });
    const ending = (seconds: number) =>
      withPageToken(signer, path, { hops: 1, until: new Date(Date.now() + seconds * 1000) });
    expect((await see(ending(-1))).status).toBe(401);
    const page = await see(ending(60));
    const [, onward = ''] = /href="(\/p\/studies\/[^"]+)"/.exec(page.text) ?? [];
    expect((await see(onward)).status).toBe(200);
    await revokePageLinks(ctx);
    expect((await see(onward)).status).toBe(401);
  });

  it('is the same all day, so that an issue has one link however often it is written', async () => {
    const ctx = await team();
    const noon = { ...ctx, now: new Date(Math.floor(ctx.now.getTime() / DAY) * DAY + DAY / 2) };
    const evening = { ...noon, now: new Date(noon.now.getTime() + DAY / 3) };
    const subject = { recommendationId: 'r1' };
    expect(await signedPageAddress(noon, subject)).toBe(await signedPageAddress(evening, subject));
  });

  it('leaves no trace of its token in the log, even when a page fails', async () => {
    const ctx = await team();
    const address = await signedPageAddress(ctx, { signalId: 'sg1' });
    await see(address);
    await see(`/p/signals/nope?t=${tokenOf(address)}`);
    await see(`/p/signals/%E0%A4%A?t=${tokenOf(address)}`);
    expect(logged.join('\n')).not.toContain(tokenOf(address).slice(10, 40));
  });
});

describe('every page', () => {
  it('says how to get in, whether the thing exists or not, and keeps out of caches and searches', async () => {
    const paths = [
      '/p',
      '/p/signals/sg1',
      '/p/signals/nope',
      '/p/studies/x',
      '/p/recommendations/x',
    ];
    const answers = await Promise.all(paths.map(see));
    for (const { status, headers, text } of answers) {
      expect(status).toBe(401);
      expect(text).toContain('You cannot see this page yet');
      expect(headers.get('cache-control')).toContain('private');
      expect(headers.get('x-robots-tag')).toContain('noindex');
      expect(headers.get('referrer-policy')).toBe('no-referrer');
      expect(headers.get('content-security-policy')).toMatch(
        /^default-src 'none'; style-src 'self';/,
      );
      expect(headers.get('content-security-policy')).not.toMatch(/script|unsafe|http/);
    }
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
  });

  it('of the sandbox is open, and only for its team', async () => {
    const [ours, theirs] = [await team(), await team()];
    await importSnapshot(theirs, () =>
      ndjson([
        { resource: 'signal', signalId: 'theirs', label: 'Secret', description: '', themes: [] },
      ]),
    );
    const open = await startPages(database, { openTeamId: ours.db.teamId });
    try {
      const index = await fetched(`${open.url}/p`);
      expect(index.status).toBe(200);
      expect(index.text).toContain(pagePath({ signalId: 'sg1' }));
      expect((await fetched(`${open.url}/p/signals/theirs`)).status).toBe(404);
      const post = await fetched(`${open.url}/p/signals/sg1`, { method: 'POST' });
      expect(post.status).toBe(405);
    } finally {
      await open.close();
    }
  });

  it('of the sandbox is not for a host name that another site pointed here', async () => {
    const ours = await team();
    const knowsHost = () => false;
    const open = await startPages(database, { openTeamId: ours.db.teamId, knowsHost });
    try {
      expect((await fetched(`${open.url}/p`)).status).toBe(401);
    } finally {
      await open.close();
    }
  });

  it('answers HEAD as it answers GET, and lets no cache keep what a token or a session opened', async () => {
    const ctx = await team();
    const address = await signedPageAddress(ctx, { signalId: 'sg1' });
    for (const [path, status] of [
      [address, 200],
      ['/p/signals/sg1', 401],
      ['/p', 401],
    ] as const) {
      const head = await fetched(`${api.url}${path}`, { method: 'HEAD' });
      expect(head.status).toBe(status);
      expect(head.text).toBe('');
      expect(head.headers.get('etag')).toBeNull();
      expect(head.headers.get('cache-control')).toBe('private, no-cache');
      expect(head.headers.get('vary')).toContain('Cookie');
      expect(head.headers.get('referrer-policy')).toBe('no-referrer');
    }
  });

  it('shows nothing and breaks nothing, whatever stands in its address', async () => {
    const ctx = await team();
    const good = tokenOf(await signedPageAddress(ctx, { signalId: 'sg1' }));
    const open = await startPages(database, { openTeamId: ctx.db.teamId });
    const texts = [
      ...[
        '%',
        '%%',
        '%E0%A4%A',
        '%00',
        '%0d%0aSet-Cookie:x=1',
        '%F0%9F',
        '+',
        '&',
        ';',
        '[]',
        '{}',
      ],
      ...[
        "'",
        '"',
        "' or 1=1--",
        '\\',
        '%5C',
        '$1',
        '$$',
        '1e309',
        '-1',
        '0',
        'NaN',
        'null',
        '9'.repeat(400),
      ],
      ...[
        '<svg/onload=1>',
        'javascript:1',
        '//evil.example',
        '../../etc/passwd',
        'a'.repeat(6_000),
        '%u0000',
      ],
      ...[
        good.slice(1),
        `${good}.`,
        good.toUpperCase(),
        `${good}${good}`,
        `1.zzzzzzzz.${'A'.repeat(43)}.x`,
      ],
    ];
    const names = ['t', 'q', 'stage', 'trajectory', 'after', 'quotes', '__proto__', 't[]', 'to'];
    const queries = names.flatMap((name) => texts.map((text) => `${name}=${text}`));
    expect(queries.length).toBeGreaterThan(120);
    const paths = ['/p', '/p/signals/sg1', '/p/studies/st1', '/p/recommendations/r1'];
    try {
      for (const [at, query] of queries.entries()) {
        const path = `${paths[at % paths.length]}?${query}`;
        const closed = await see(path);
        expect([400, 401, 404], path.slice(0, 90)).toContain(closed.status);
        expect(closed.text, path.slice(0, 90)).not.toMatch(/Ines|blockquote|onload/);
        const shown = await fetched(`${open.url}${path}`);
        expect([200, 400, 404], path.slice(0, 90)).toContain(shown.status);
        expect(shown.text).not.toMatch(/<svg\/onload|href="(javascript:|\/\/)/);
        expect(shown.headers.get('set-cookie')).toBeNull();
      }
    } finally {
      await open.close();
    }
  });
});
