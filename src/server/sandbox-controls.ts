import type { ActionCardRow } from '../../db/queries/action-cards.js';
import { teamStatement } from '../../db/statement.js';
import type { TeamDatabase } from '../../db/team-database.js';
import { POST_DIGEST } from '../../integrations/slack/digest/post-digest.js';
import type { SlackIntegration } from '../../integrations/slack/index.js';
import type { TourProgress, TourStep } from '../../sandbox/options.js';
import { withoutBeliefs } from '../analysis/synthesize.js';
import { listActionCards } from '../beliefs/action-cards/list-action-cards.js';
import type { Logger } from '../core/log.js';
import { FIRST_CARDS } from '../core/numbers.js';
import { pagePath } from '../core/page-links.js';
import { RetryLater } from '../jobs/index.js';

/** The open belief with the most supporting people. */
const strongestBelief = teamStatement<{ label: string; questions: string[] }>(
  'signals.strongest',
  `select label, questions from signals where team_id = $1 and not archived
    order by participant_count desc, signal_id limit 1`,
);

/**
 * A question about the belief with the most people, if possible one that was written for it; undefined if there is no
 * belief yet.
 */
export async function exampleQuestion(db: TeamDatabase): Promise<string | undefined> {
  const belief = await db.row(strongestBelief);
  if (!belief) return undefined;
  const [own = `what do people say about “${belief.label}”?`] = belief.questions;
  return own.replace(/\s+/g, ' ').trim();
}

/**
 * True for each step of the tour that people of the team have completed. Only the browser knows if a page was
 * opened.
 */
const tourFacts = teamStatement<Record<Exclude<TourStep, 'card'>, boolean>>(
  'sandbox.tour',
  `select by_people.linked as issue, by_people.shipped,
          exists (select from slack_answers where team_id = $1) as question,
          exists (select from source_files where team_id = $1 and status = 'done') as interview
     from (select coalesce(bool_or(action = 'link_work_item'), false) as linked,
                  coalesce(bool_or(action = 'record_outcome' and detail->>'outcome' = 'shipped'), false)
                    as shipped
             from history
            where team_id = $1 and actor_type in ('slack_user', 'api_key')) by_people`,
);

/** Returns the team's progress in the sandbox's tour, and the page behind its first card. */
export async function tourProgress(db: TeamDatabase, log: Logger): Promise<TourProgress> {
  const now = new Date();
  const actor = { type: 'service' as const, id: 'sandbox', name: 'Sandbox' };
  const ctx = { db, actor, now, log };
  const [facts, { rows }, noBeliefs] = await Promise.all([
    db.row(tourFacts),
    listActionCards(ctx, { limit: FIRST_CARDS }),
    withoutBeliefs(ctx),
  ]);
  const steps = Object.entries(facts ?? {}) as [TourStep, boolean][];
  return {
    teamId: db.teamId,
    done: steps.filter(([, done]) => done).map(([step]) => step),
    firstPage: rows.map(pageBehind).find((page) => page !== undefined),
    noBeliefs: noBeliefs !== undefined,
  };
}

function pageBehind({ recommendationId, signalId }: ActionCardRow): string | undefined {
  if (signalId) return pagePath({ signalId });
  return recommendationId ? pagePath({ recommendationId }) : undefined;
}

/** Makes the bot post the digest that would be due now; nothing is posted without news or during quiet hours. */
export async function postDigestNow(
  { jobHandlers }: SlackIntegration,
  db: TeamDatabase,
  log: Logger,
): Promise<void> {
  const now = new Date();
  const actor = { type: 'service' as const, id: 'sandbox', name: 'Sandbox' };
  const handler = jobHandlers.find(({ kind }) => kind === POST_DIGEST);
  try {
    await handler?.run({ db, actor, now, log }, { slot: now.toISOString() });
  } catch (error) {
    if (!(error instanceof RetryLater)) throw error;
  }
}
