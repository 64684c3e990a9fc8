import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { SlackAnswer } from '../../db/entities/slack.js';
import { giveFeedback, giveReason } from '../../db/queries/slack-feedback.js';
import { useDatabase } from '../support/database.js';
import { freePort } from '../support/free-port.js';
import { TestProcess } from '../support/process.js';
import { addressOf, useFolder, useService } from './support.js';

const database = useDatabase();
const folder = useFolder();
const start = useService(folder);
const PUBLIC_URL = 'https://belief.example.com';

const environment = (): Record<string, string> => ({
  DATABASE_URL: database.url,
  PUBLIC_URL,
  SLACK_CLIENT_ID: '12.34',
  SLACK_CLIENT_SECRET: 'a-client-secret',
  SLACK_STATE_SECRET: 'a-state-secret',
  SLACK_SIGNING_SECRET: 'a-signing-secret',
  ENCRYPTION_KEY: randomBytes(32).toString('base64'),
});

async function cli(env: Record<string, string>, ...args: string[]) {
  const child = new TestProcess('src/cli/main.ts', args, env, folder);
  const { code } = await child.ended;
  return { code, out: child.stdout, err: child.stderr };
}

it('the operator creates a link, and the service redirects anyone who opens it to Slack', {
  timeout: 240_000,
}, async () => {
  const teamId = await database.createTeam();
  const env = environment();
  const port = await freePort(); // what the service says of itself is PUBLIC_URL
  await addressOf(start({ ...env, PORT: String(port) }));
  const address = `http://127.0.0.1:${port}`;
  const made = await cli(env, 'slack', 'install-link', '--team', teamId, '--json');
  expect(made).toMatchObject({ code: 0, err: '' });
  const { url } = JSON.parse(made.out) as { url: string };
  expect(url).toMatch(/^https:\/\/belief\.example\.com\/slack\/install\?team=/);

  const opened = await fetch(url.replace(PUBLIC_URL, address), { redirect: 'manual' });
  expect(opened.status).toBe(302);
  expect(opened.headers.get('set-cookie')).toMatch(/Secure; HttpOnly/);
  const asked = new URL(opened.headers.get('location')!);
  expect(asked.origin + asked.pathname).toBe('https://slack.com/oauth/v2/authorize');
  expect(asked.searchParams.get('client_id')).toBe('12.34');
  expect(asked.searchParams.get('redirect_uri')).toBe(`${PUBLIC_URL}/slack/oauth_redirect`);
  const state = asked.searchParams.get('state');
  // a state that is not this browser's is nobody's
  const stolen = await fetch(`${address}/slack/oauth_redirect?code=c&state=${state}`);
  expect(stolen.status).toBe(400);
  expect((await fetch(`${address}/sandbox`)).status).toBe(404);

  const unset = await cli(
    { DATABASE_URL: database.url },
    'slack',
    'install-link',
    '--team',
    teamId,
  );
  expect(unset).toMatchObject({ code: 1, out: '' });
  expect(unset.err).toContain('set SLACK_CLIENT_ID');
});

it('the operator reads which workspaces are installed and what people thought of answers', {
  timeout: 120_000,
}, async () => {
  const teamId = await database.createTeam();
  const db = database.system.team(teamId);
  const at = new Date('2026-01-02T03:04:05Z');
  const answer = { answerId: 'a1', askedBy: 'U1', question: 'Why do people leave?', message: {} };
  const citations = [{ ref: 'SIG-1', signalId: 's1', evidenceIds: [] }];
  await db.insert(SlackAnswer, { ...answer, covered: true, kind: 'near', citations });
  await db.row(giveFeedback, 'a1', 'U1', true, at);
  await db.row(giveFeedback, 'a1', 'U2', false, at);
  await db.row(giveReason, 'a1', 'U2', 'Something is missing');
  await db.row(giveFeedback, 'a1', 'U1', false, at);
  const env = { DATABASE_URL: database.url };
  const [said, workspaces] = await Promise.all([
    cli(env, 'feedback', '--team', teamId, '--json'),
    cli(env, 'slack', 'list', '--team', teamId),
  ]);
  expect(JSON.parse(said.out)).toEqual([
    {
      question: 'Why do people leave?',
      covered: true,
      kind: 'near',
      refs: ['SIG-1'],
      helpful: 0,
      notHelpful: 2,
      reasons: ['Something is missing'],
      lastGivenAt: at.getTime(),
    },
  ]);
  expect(workspaces.out).toContain('No workspace has installed the app for this team.');
});
