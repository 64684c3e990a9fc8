import { describe, expect, it } from 'vitest';
import { useDatabase } from '../support/database.js';
import { APP_TOKEN, createBench } from '../support/slack.js';
import { startFakeSocket } from '../support/web-socket.js';
import { card, load } from './team.js';

const database = useDatabase();
const socketMode = { appToken: APP_TOKEN, signingSecret: undefined };

const until = async (condition: () => boolean | Promise<boolean>): Promise<void> => {
  while (!(await condition())) await new Promise((resolve) => setTimeout(resolve, 10));
};

describe('Socket Mode', () => {
  it('acknowledges a press over the socket and does what it asks', async () => {
    const socket = await startFakeSocket();
    const bench = await createBench(database, { settings: socketMode });
    bench.slack.always('apps.connections.open', { url: socket.url });
    await load(database, bench.teamId, [card()]);
    await bench.bot.start();
    await socket.send({ type: 'hello', num_connections: 1 });
    await socket.send({
      type: 'interactive',
      envelope_id: 'envelope-1',
      accepts_response_payload: true,
      payload: {
        type: 'block_actions',
        team: { id: 'T1' },
        user: { id: 'U1', username: 'maya', team_id: 'T1' },
        trigger_id: '1',
        response_url: `${bench.slack.url}/response/1`,
        channel: { id: 'C1' },
        message: { ts: '1.1' },
        actions: [
          {
            type: 'button',
            action_id: 'card.followed',
            value: 'c1',
            block_id: 'b',
            action_ts: '1',
          },
        ],
      },
    });
    await until(() => socket.received.length > 0);
    expect(socket.received).toMatchObject([{ envelope_id: 'envelope-1' }]);
    await until(async () => {
      const rows = await database.dataSource.query('select 1 from history where team_id = $1', [
        bench.teamId,
      ]);
      return rows.length === 1;
    });
    expect((await bench.post('')).status).toBe(404);
    await bench.bot.stop();
    await socket.close();
  });

  it('with a bad app token is said once and stops nothing else', async () => {
    const bench = await createBench(database, { settings: socketMode });
    bench.slack.always('apps.connections.open', { ok: false, error: 'invalid_auth' });
    await load(database, bench.teamId, [card()]);
    await bench.bot.start();
    await until(() => !bench.bot.status().ok);
    expect(bench.bot.status().detail).toContain('SLACK_APP_TOKEN');
    await bench.settle();
    expect(bench.slack.messages.size).toBe(1);
    expect(bench.log.filter((line) => line.includes('Socket Mode'))).toHaveLength(1);
  });
});
