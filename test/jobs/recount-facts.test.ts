import { expect, it } from 'vitest';
import { Signal } from '../../db/entities/signal.js';
import { Team } from '../../db/entities/team.js';
import { FACTS_VERSION } from '../../src/core/numbers.js';
import { importSnapshot } from '../../src/operations/snapshot/import-snapshot.js';
import { recountFactsJob, requestRecounts } from '../../src/server/recount-facts.js';
import { useDatabase } from '../support/database.js';
import { ndjson, smallTeam } from '../support/snapshot.js';
import { useRunners } from './support.js';

const database = useDatabase();
const run = useRunners(database);

it('facts of an older version of the rules are recounted in the background, and only those', async () => {
  const [old, current] = [await database.createTeam(), await database.createTeam()];
  for (const teamId of [old, current]) {
    const { db } = database.context(teamId);
    await importSnapshot(database.context(teamId), () => ndjson(smallTeam()));
    await db.update(Signal, {}, { participantCount: 77 });
    await db.update(Team, {}, { factsVersion: teamId === old ? FACTS_VERSION - 1 : FACTS_VERSION });
  }
  await requestRecounts(database.system);
  run(recountFactsJob);
  const counted = async (teamId: string) =>
    (await database.system.team(teamId).find(Signal)).map((one) => one.participantCount);
  await expect.poll(() => counted(old)).not.toContain(77);
  expect((await database.system.team(old).findOne(Team, {}))?.factsVersion).toBe(FACTS_VERSION);
  expect(await counted(current)).toContain(77);
});
