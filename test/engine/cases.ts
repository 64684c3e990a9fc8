import { afterAll, beforeAll } from 'vitest';
import { setTeam } from '../../src/core/teams.js';
import { runEngine } from '../../src/engine/run-engine.js';
import { importSnapshot } from '../../src/operations/snapshot/import-snapshot.js';
import { startApi, type TestApi } from '../support/api.js';
import { useDatabase } from '../support/database.js';
import { ndjson } from '../support/snapshot.js';
import type { Line } from './material.js';

/** Lines of a cause, and what takes it away again. */
export interface Case {
  lines: Line[];
  gone: Line[];
  /** Interviews left, of a team whose threshold is 5. */
  balance?: [before: number, after: number];
}

/** A database, the API on it, and what happens to a team of it. Call at the top of the file. */
export function useCases() {
  const database = useDatabase();
  const served = {} as { api: TestApi };
  beforeAll(async () => {
    served.api = await startApi(database);
  });
  afterAll(() => served.api.close());

  const store = (teamId: string, lines: Line[]) =>
    importSnapshot(database.context(teamId), () => ndjson(lines));
  const leave = (teamId: string, interviewsLeft: number) =>
    setTeam(database.system, teamId, { interviewsLeft, lowBalanceAt: 5 });
  return {
    database,
    store,
    get: (path: string, key: string) => served.api.get(path, key),
    post: (path: string, key: string, body: unknown) => served.api.post(path, key, body),
    /** The engine over everything, as of `now`. */
    refresh: (teamId: string, now = new Date()) =>
      runEngine(database.context(teamId, { now }), 'everything'),
    team: (lines: Line[]) => served.api.team(lines),
    async teamOf({ lines, balance }: Case): Promise<{ teamId: string; key: string }> {
      const team = await served.api.team(lines);
      if (balance) await leave(team.teamId, balance[0]);
      return team;
    },
    async takeAway(teamId: string, { gone, balance }: Case): Promise<void> {
      if (balance) await leave(teamId, balance[1]);
      await store(teamId, gone);
    },
    async bringBack(teamId: string, { lines, balance }: Case): Promise<void> {
      await store(teamId, lines);
      if (balance) await leave(teamId, balance[0]);
    },
  };
}
