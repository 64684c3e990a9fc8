import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { askToPost } from '../../integrations/slack/cards/post-cards.js';
import { installLink } from '../../integrations/slack/workspaces/installed.js';
import { createCipher } from '../../src/core/encryption.js';
import { changeSettings } from '../../src/core/team-settings.js';
import { useDatabase } from '../support/database.js';
import { type Bench, createBench, FakeSlack, SECRET } from '../support/slack.js';
import { card, load } from './team.js';

const database = useDatabase();
const cipher = createCipher([randomBytes(32).toString('base64')]);
const STATE_SECRET = 'a-state-secret';
const later = (): Date => new Date(Date.now() + 60_000);

async function installable(
  sealing = cipher,
  before?: { slack?: FakeSlack; teamId?: string; alsoOwn?: boolean },
): Promise<Bench> {
  const slack = before?.slack ?? new FakeSlack();
  if (!before?.slack) await slack.start();
  const settings = {
    clientId: '1.2',
    clientSecret: 'a-client-secret',
    stateSecret: STATE_SECRET,
    signingSecret: SECRET,
    apiUrl: `${slack.url}/api/`,
    postIntervalMs: 0,
  };
  return createBench(database, { ...before, slack, oauth: { settings, cipher: sealing } });
}

/** Slack's consent was given: what a browser sends when Slack leads it back. */
async function install(
  bench: Bench,
  teamId: string,
  workspace: string,
  granted: object = {},
): Promise<Response> {
  const token = `xoxb-${workspace}-${randomBytes(4).toString('hex')}`;
  bench.slack.tokens.set(token, workspace);
  const link = installLink(bench.url, STATE_SECRET, teamId, later());
  const consent = await fetch(link, { redirect: 'manual' });
  expect(consent.status).toBe(302);
  const asked = new URL(consent.headers.get('location')!);
  const state = asked.searchParams.get('state')!;
  bench.slack.next('oauth.v2.access', {
    app_id: 'A1',
    access_token: token,
    token_type: 'bot',
    scope: 'chat:write',
    bot_user_id: 'UBOT',
    team: { id: workspace, name: `The ${workspace} people` },
    enterprise: null,
    authed_user: { id: 'U1' },
    is_enterprise_install: false,
    ...granted,
  });
  return fetch(`${bench.url}/slack/oauth_redirect?code=c0de&state=${state}`, {
    headers: { cookie: consent.headers.get('set-cookie')!.split(';')[0]! },
  });
}

const stored = (workspace: string): Promise<{ team_id: string; sealed_token: string }[]> =>
  database.dataSource.query(
    'select team_id, sealed_token from slack_workspaces where workspace_id = $1',
    [workspace],
  );

describe('an installation', () => {
  it('ties each workspace to the team of its link, with its token sealed, and serves both apart', async () => {
    const bench = await installable();
    const [north, south] = [bench.teamId, await database.createTeam()];
    await load(database, north, [card()]);
    await load(database, south, []);
    const page = await install(bench, north, 'TN');
    expect(page.status).toBe(200);
    expect(await page.text()).toContain('It is now in The TN people.');
    await install(bench, south, 'TS');
    const [row] = await stored('TN');
    expect(row?.team_id).toBe(north);
    expect(row?.sealed_token).not.toContain('xoxb-');
    expect(cipher.decrypt(row!.sealed_token)).toMatch(/^xoxb-TN-/);

    const home = { type: 'app_home_opened', tab: 'home', channel: 'D1' };
    await bench.event({ ...home, user_team: 'TN' }, { team_id: 'TN' });
    await bench.event({ ...home, user_team: 'TS' }, { team_id: 'TS' });
    await bench.settle();
    const homes = bench.slack.calls.filter(({ method }) => method === 'views.publish');
    const shown = Object.fromEntries(
      homes.map(({ workspace, args }) => [workspace, JSON.stringify(args.view)]),
    );
    expect(shown.TN).toContain('Inbox: 1 card waiting');
    expect(shown.TS).toContain('Inbox: 0 cards waiting');

    // nobody of one workspace acts on a card of the other's team
    const press = { action_id: 'card.followed', value: 'c1' };
    await bench.act(press, { team: { id: 'TS' }, user: { id: 'U1', team_id: 'TS' } });
    await bench.settle();
    expect(bench.slack.responses.at(-1)?.text).toContain('This no longer exists');
    await bench.act(press, { team: { id: 'TN' }, user: { id: 'U1', team_id: 'TN' } });
    await bench.settle();
    const [resolved] = await database.dataSource.query(
      'select resolution from action_cards where team_id = $1',
      [north],
    );
    expect(resolved).toEqual({ resolution: 'followed' });
    await bench.slack.stop();
  });

  it('may be repeated for its team, and is refused for another team', async () => {
    const bench = await installable();
    await install(bench, bench.teamId, 'TR');
    const [first] = await stored('TR');
    await install(bench, bench.teamId, 'TR');
    const [second] = await stored('TR');
    expect(second?.sealed_token).not.toBe(first?.sealed_token);
    const page = await install(bench, await database.createTeam(), 'TR');
    expect(page.status).toBe(400);
    expect(await page.text()).toContain('already shows another team’s beliefs');
    expect(await stored('TR')).toEqual([second]);
    await bench.slack.stop();
  });

  it('works next to the workspace of the configured tokens, each with its own team', async () => {
    const bench = await installable(cipher, { alsoOwn: true });
    const other = await database.createTeam();
    await load(database, bench.teamId, [card()]);
    await load(database, other, []);
    await install(bench, other, 'TB');
    const home = { type: 'app_home_opened', tab: 'home', channel: 'D1' };
    for (const team of ['TB', 'T1']) {
      await bench.event({ ...home, user_team: team }, { team_id: team });
    }
    await bench.settle();
    const shown = bench.slack.calls
      .filter(({ method }) => method === 'views.publish')
      .map(({ workspace, args }) => [workspace, /Inbox: \d/.exec(JSON.stringify(args.view))?.[0]]);
    expect(new Map(shown as [string, string][])).toEqual(
      new Map([
        ['TB', 'Inbox: 0'],
        ['T1', 'Inbox: 1'],
      ]),
    );
    // the cards of a team go to its own workspace alone
    await database.dataSource.query("update jobs set run_at = now() where kind = 'publish-cards'");
    await bench.settle();
    const posted = bench.slack.calls.filter(({ method }) => method === 'chat.postMessage');
    expect(posted.map(({ workspace }) => workspace)).toEqual(['T1']);
    await bench.slack.stop();
  });

  it('for a whole organization is refused, for it would be of no one team', async () => {
    const bench = await installable();
    const page = await install(bench, bench.teamId, 'TE', {
      team: null,
      enterprise: { id: 'E1', name: 'Org' },
      is_enterprise_install: true,
    });
    expect(page.status).toBe(400);
    expect(await page.text()).toContain('not for a whole organization');
    expect(await stored('TE')).toEqual([]);
    await bench.slack.stop();
  });

  it('is refused with a link that is forged, changed or over, and with a state of nobody', async () => {
    const bench = await installable();
    const link = installLink(bench.url, STATE_SECRET, bench.teamId, later());
    const over = installLink(bench.url, STATE_SECRET, bench.teamId, new Date(0));
    for (const url of [
      `${bench.url}/slack/install`,
      link.replace(bench.teamId, 'another'),
      installLink(bench.url, 'another secret', bench.teamId, later()),
      over,
    ]) {
      const page = await fetch(url, { redirect: 'manual' });
      expect([page.status, page.headers.get('location')]).toEqual([403, null]);
    }
    for (const query of ['', '?code=c&state=forged', '?error=access_denied&state=x']) {
      const page = await fetch(`${bench.url}/slack/oauth_redirect${query}`);
      expect(page.status).toBe(400);
      expect(await page.text()).toContain('Belief Layer was not installed');
    }
    expect(bench.slack.of('oauth.v2.access')).toEqual([]);
    await bench.slack.stop();
  });

  it('of a second workspace of a team leaves the cards in the one that has their channel, and tells no admin of the other', async () => {
    const bench = await installable();
    await install(bench, bench.teamId, 'TFIRST');
    await install(bench, bench.teamId, 'TSECOND');
    await changeSettings(database.context(bench.teamId), { channel: 'C1' });
    bench.slack.refuses = (_method, { channel }, workspace) =>
      workspace === 'TSECOND' && channel === 'C1' ? 'channel_not_found' : undefined;
    for (let i = 0; i < 3; i++) {
      await load(database, bench.teamId, [card({ actionCardId: `c${i}`, priority: 1 })]);
      await bench.settle();
    }
    const posts = bench.slack.calls.filter(({ method }) => method === 'chat.postMessage');
    const toCards = posts.filter(({ args }) => args.channel === 'C1');
    expect(toCards.map(({ workspace }) => workspace)).toEqual(['TFIRST', 'TFIRST', 'TFIRST']);
    expect(posts).toHaveLength(3);
    await bench.event(
      { type: 'app_home_opened', tab: 'home', channel: 'D1' },
      { team_id: 'TSECOND' },
    );
    const home = () => JSON.stringify(bench.slack.of('views.publish').at(-1)?.view ?? {});
    await bench.settle();
    expect(home()).toContain(':white_check_mark: Slack: connected');
  });

  it('that ends is told with what its own admins can do, which is no matter of SLACK_BOT_TOKEN', async () => {
    const bench = await installable();
    await install(bench, bench.teamId, 'TX');
    await load(database, bench.teamId, [card()]);
    await changeSettings(database.context(bench.teamId), { channel: 'C1' });
    const works = bench.slack.refuses;
    for (const error of ['not_in_channel', 'token_revoked']) {
      bench.slack.refuses = (method, { channel }) =>
        method === 'chat.postMessage' && channel === 'C1' ? error : undefined;
      await askToPost(database.context(bench.teamId));
      await bench.settle();
      bench.slack.refuses = works;
      const event = { type: 'app_home_opened', tab: 'home', channel: 'D1' };
      await bench.event(event, { team_id: 'TX' });
      await bench.settle();
    }
    const said = [
      ...bench.log,
      ...bench.slack.of('chat.postMessage').map(({ text }) => text),
      ...bench.slack.of('views.publish').map(({ view }) => JSON.stringify(view)),
    ].join();
    expect(said).toContain('the app is not in the channel for its cards');
    expect(said).toContain('no longer valid (token_revoked)');
    expect(said).toContain(`slack install-link --team ${bench.teamId}`);
    expect(said).not.toMatch(/SLACK_(?:BOT_TOKEN|CHANNEL)/);
  });

  it('ends when the workspace removes the app, but not through late news of an earlier removal', async () => {
    const bench = await installable();
    await load(database, bench.teamId, [card()]);
    await install(bench, bench.teamId, 'TU');
    const removed = (eventTime: number): Promise<Response> =>
      bench.event(
        { type: 'app_uninstalled', user: undefined },
        { team_id: 'TU', event_time: eventTime },
      );
    const nowSecs = Math.floor(Date.now() / 1000);
    await removed(nowSecs - 3_600);
    await bench.event(
      { type: 'tokens_revoked', user: undefined, tokens: { oauth: ['U1'] } },
      { team_id: 'TU', event_time: nowSecs + 1 },
    );
    await bench.settle();
    expect(await stored('TU')).toHaveLength(1);
    await removed(nowSecs + 1);
    await bench.settle();
    expect(await stored('TU')).toEqual([]);

    await bench.command('/signal', 'SIG-12', { team_id: 'TU' });
    await bench.settle();
    expect(bench.slack.responses).toMatchObject([
      { text: expect.stringContaining('not installed') },
    ]);
    expect(bench.log.join('\n')).toContain('has not installed the app');
    await bench.slack.stop();
  });
});

describe('a changed ENCRYPTION_KEY', () => {
  it('encrypts stored tokens with the new key, and reports those it cannot read without the older key', async () => {
    const [older, newer] = [randomBytes(32), randomBytes(32)].map((key) => key.toString('base64'));
    const first = await installable(createCipher([older!]));
    await install(first, first.teamId, 'TK');
    const [before] = await stored('TK');

    const restart = (keys: string[]): Promise<Bench> =>
      installable(createCipher(keys), { slack: first.slack, teamId: first.teamId });
    const stranger = await restart([newer!]);
    await load(database, first.teamId, [card()]);
    await stranger.settle();
    expect(stranger.log.join('\n')).toContain('a key that is not in ENCRYPTION_KEY');

    const rotated = await restart([newer!, older!]);
    await load(database, first.teamId, []);
    await rotated.settle();
    const [after] = await stored('TK');
    expect(createCipher([newer!]).decrypt(after!.sealed_token)).toBe(
      createCipher([older!]).decrypt(before!.sealed_token),
    );
    await first.slack.stop();
  });
});
