import { strongestBelief } from '../../db/queries/strongest-belief.js';
import type { TeamDatabase } from '../../db/team-database.js';
import type { SlackIntegration } from '../../integrations/slack/index.js';
import { POST_DIGEST } from '../../integrations/slack/publish/post-digest.js';
import { RetryLater } from '../jobs/index.js';
import type { Logger } from '../log.js';

/** A question about what most people of the team's studies said; undefined before there is a belief. */
export async function exampleQuestion(db: TeamDatabase): Promise<string | undefined> {
  const belief = await db.row(strongestBelief);
  return belief && `what do people say about “${belief.label.replace(/\s+/g, ' ').trim()}”?`;
}

/** Has the bot post the digest that would be due now; without news and in quiet hours there is none. */
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
