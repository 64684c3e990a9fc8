import { Team } from '../../db/entities/team.js';
import { systemStatement } from '../../db/statement.js';
import type { SystemDatabase } from '../../db/system-database.js';
import { refreshFactsByPage } from '../beliefs/signals/refresh-facts.js';
import { type Context, inTransaction } from '../core/context.js';
import { emit } from '../core/events.js';
import { FACTS_VERSION } from '../core/numbers.js';
import type { JobHandler } from '../jobs/run-job.js';

const RECOUNT = 'recount-facts';

const enqueueOutdated = systemStatement<{ woken: string }, [kind: string, factsVersion: number]>(
  'jobs.enqueueRecounts',
  `with asked as (
     insert into jobs (team_id, kind, key)
       select team_id, $1, $1 from teams where facts_version < $2
     on conflict (team_id, kind, key) do nothing
     returning key)
   select pg_notify('jobs', '') as woken from asked limit 1`,
);

/** Requests a recount for every team whose stored facts were computed with older rules. */
export async function requestRecounts(system: SystemDatabase): Promise<void> {
  await system.row(enqueueOutdated, RECOUNT, FACTS_VERSION);
}

/** Recounts every stored fact of the team by the current rules, and lets the engine evaluate the result. */
export async function recountFacts(ctx: Context): Promise<void> {
  await refreshFactsByPage(ctx);
  await inTransaction(ctx, async (tx) => {
    await tx.db.update(Team, {}, { factsVersion: FACTS_VERSION });
    await emit(tx, 'materialChanged', { everything: true });
  });
}

export const recountFactsJob: JobHandler = { kind: RECOUNT, run: recountFacts };
