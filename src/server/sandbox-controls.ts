import { teamStatement } from '../../db/statement.js';
import type { TeamDatabase } from '../../db/team-database.js';
import { POST_DIGEST } from '../../integrations/slack/digest/post-digest.js';
import type { SlackIntegration } from '../../integrations/slack/index.js';
import type { Logger } from '../core/log.js';
import { RetryLater } from '../jobs/index.js';

/** The open belief with the most supporting people. */
export const strongestBelief = teamStatement<{ label: string }>(
  'signals.strongest',
  `select label from signals where team_id = $1 and not archived
    order by participant_count desc, signal_id limit 1`,
);

/** A question about the belief that most people support; undefined if there is no belief yet. */
export async function exampleQuestion(db: TeamDatabase): Promise<string | undefined> {
  const belief = await db.row(strongestBelief);
  return belief && `what do people say about “${belief.label.replace(/\s+/g, ' ').trim()}”?`;
}

/**
 * Has the bot post the digest that would be due now; there is none without news or during quiet
 * hours.
 */
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
