import { expect, it } from 'vitest';
import { HistoryEntry } from '../../db/entities/history-entry.js';
import { addressOf, useFolder, useService } from '../start/support.js';
import { programs } from './postgres-programs.js';
import { crashAndRestart, scratchPostgres } from './scratch-postgres.js';
import { teamAt } from './team-at.js';

const start = useService(useFolder());
const folder = useFolder();
const native = process.env.TEST_DATABASE_URL !== undefined;

it.skipIf(!native || !programs)(
  'while Postgres crashes and starts again every request is answered, with 200 or a clear 503, and every decision that was acknowledged is there (needs Postgres and its programs)',
  { timeout: 240_000 },
  async () => {
    const url = await scratchPostgres(folder);
    const { ctx, key } = await teamAt(url);
    const base = await addressOf(start({ DATABASE_URL: url, DEMO: 'off' }, 'web'));

    const acknowledged: string[] = [];
    let accepted = false;
    const statuses = new Set<number>();
    const write = async (note: string): Promise<number> => {
      const path = accepted ? 'reopen' : 'decision';
      const body = accepted ? { note } : { decision: 'accepted', note };
      const answer = await fetch(`${base}/v1/recommendations/r1/${path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      await answer.text();
      if (answer.status === 200) acknowledged.push(note);
      // 409: the one before was stored, and its answer lost with the connection
      if (answer.status === 200 || answer.status === 409) accepted = !accepted;
      statuses.add(answer.status);
      return answer.status;
    };
    for (let at = 0; at < 5; at++) await write(`before ${at}`);
    for (let crash = 0; !statuses.has(503); crash++) {
      let isBack = false;
      const restarted = crashAndRestart(folder).then(() => {
        isBack = true;
      });
      for (let at = 0; !isBack; at++) await write(`meanwhile ${crash}.${at}`);
      await restarted;
    }
    for (let at = 0; (await write(`after ${at}`)) !== 200; at++);

    statuses.delete(409);
    expect(statuses).toEqual(new Set([200, 503]));
    const stored = (await ctx.db.find(HistoryEntry, { subjectId: 'r1' })).map(({ note }) => note);
    expect(stored.filter((note) => acknowledged.includes(note ?? '')).toSorted()).toEqual(
      acknowledged.toSorted(),
    );
  },
);
