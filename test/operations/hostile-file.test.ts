import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { load } from '../slack/team.js';
import { addressOf, useFolder, useService } from '../start/support.js';
import { useDatabase } from '../support/database.js';
import { FakeSlack, SECRET, signed, TOKEN } from '../support/slack.js';

const database = useDatabase();
const start = useService(useFolder());
const slack = new FakeSlack();
beforeAll(() => slack.start());
afterAll(() => slack.stop());

const MOST_MS = 100;
/** Others use the machine too: a single answer may be late, but a file that is read in between takes longer. */
const NEVER_MS = 2_000;
const said = (text: string): string =>
  `Ann: What happened?\nBob: ${text}\nAnn: And then?\nBob: No.`;
const words = 'We waited for the export again and again, and it was so frustrating. ';

/** Files that would have kept a processor busy for minutes, or filled the memory, and how each ends. */
const files: [name: string, content: string, ending: RegExp][] = [
  ['dots.txt', said(`I hate it ${'.'.repeat(90_000)}x`), /90,00\d characters without a space/],
  [
    'memory.json',
    `[${'[],'.repeat(11_000_000)}[]]`,
    /It takes more than (?:768 MB of memory|60 seconds)/,
  ],
  ['long.txt', said(words.repeat(30_000)), /Turn 2 has 2,\d{3},\d{3} characters/],
  [
    'name.json',
    JSON.stringify([{ speaker: 'a('.repeat(100_000), text: words }]),
    /name of a speaker/,
  ],
  ['large.txt', said(words).repeat(4_500), /interview/],
];

it('whatever a file sent in Slack does, others are answered meanwhile, and it ends with a reason', {
  timeout: 600_000,
}, async () => {
  const teamId = await database.createTeam();
  await load(database, teamId, []);
  for (const [index, [, content]] of files.entries()) slack.files.set(`F${index}`, content);
  const service = start({
    DATABASE_URL: database.url,
    DEMO: 'off',
    TEAM_ID: teamId,
    SLACK_BOT_TOKEN: TOKEN,
    SLACK_SIGNING_SECRET: SECRET,
    SLACK_CHANNEL: 'C0000000001',
    SLACK_API_URL: `${slack.url}/api/`,
  });
  const base = await addressOf(service);
  const send = (body: string, type: string): Promise<Response> =>
    fetch(`${base}/slack/events`, {
      method: 'POST',
      headers: { 'content-type': type, ...signed(body, Math.floor(Date.now() / 1_000)) },
      body,
    });
  const event = (value: object) =>
    send(
      JSON.stringify({
        type: 'event_callback',
        team_id: 'T1',
        event_id: `Ev${Math.random()}`,
        event: { channel: 'D1', channel_type: 'im', user: 'U1', ...value },
      }),
      'application/json',
    );
  const notice = (): string => JSON.stringify([...slack.messages.values()]);

  const share = (ts: string) =>
    event({
      type: 'message',
      subtype: 'file_share',
      ts,
      text: '',
      files: files.map(([name], index) => ({ id: `F${index}`, name })),
    });
  const choose = async (): Promise<void> => {
    const [ts, posted] = [...slack.messages].at(-1)!;
    const [, actions] = posted.blocks as unknown as { block_id: string }[];
    const action = {
      type: 'external_select',
      action_id: 'files.study',
      block_id: actions!.block_id,
      selected_option: { value: 's2' },
    };
    const payload = {
      type: 'block_actions',
      team: { id: 'T1' },
      user: { id: 'U1', username: 'maya', team_id: 'T1' },
      channel: { id: 'D1' },
      container: { type: 'message', message_ts: ts, channel_id: 'D1' },
      message: { ts },
      trigger_id: '1.2.3',
      response_url: `${slack.url}/response`,
      actions: [action],
    };
    await send(
      new URLSearchParams({ payload: JSON.stringify(payload) }).toString(),
      'application/x-www-form-urlencoded',
    );
  };
  await share('70.1');
  await expect.poll(notice).toContain('Which study');
  await choose();

  /** Milliseconds that the health check and Slack wait while the files are read. */
  const waited: number[] = [];
  const probe = async (call: () => Promise<Response>): Promise<void> => {
    const before = performance.now();
    const answer = await call();
    await answer.text();
    expect(answer.status).toBe(200);
    waited.push(performance.now() - before);
  };
  const until = performance.now() + 400_000;
  while (!/Read \d|None of/.test(notice()) && performance.now() < until) {
    await probe(() => fetch(`${base}/healthz`));
    await probe(() => event({ type: 'reaction_added', item: {} }));
    await sleep(20);
  }
  for (const [name, , ending] of files)
    expect(notice()).toMatch(new RegExp(`${name}[^✓✗]*${ending.source}`));
  const sorted = waited.toSorted((one, other) => one - other);
  expect(sorted[Math.floor(0.95 * sorted.length)]).toBeLessThan(MOST_MS);
  expect(sorted.at(-1)).toBeLessThan(NEVER_MS);
  // What was given up is not tried again before it changes.
  const [{ reason }] = await database.dataSource.query(
    `select given_up ->> 'reason' as reason from source_files where team_id = $1 and given_up is not null`,
    [teamId],
  );
  expect(reason).toMatch(/^It takes more than/);
});
