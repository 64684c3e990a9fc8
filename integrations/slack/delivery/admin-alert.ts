import type { Context } from '../../../src/core/context.js';
import type { JobHandler } from '../../../src/jobs/index.js';
import type { Message } from '../blocks/message.js';
import { ours } from '../blocks/text.js';
import { advice, isAboutScope, isAboutToken } from '../connection/health.js';
import { findAdmin } from '../connection/people.js';
import type { Slack } from '../connection/slack.js';
import { slackFailure } from '../connection/slack-failure.js';
import { type SlackTroubleRow, troubleTold, untoldTroubles } from '../queries/admin-alerts.js';
import { retryLaterIfUseful } from './act-on-failure.js';
import { ADMIN_ALERT, placesOf } from './admin-alerts.js';
import { postOnce } from './post-once.js';

/**
 * Sends an admin a direct message about what stopped the bot and how to fix it, once per problem. If Slack accepts
 * no messages at all, only App Home and the log show it.
 */
export const alertAdmin = (slack: Slack): JobHandler => ({
  kind: ADMIN_ALERT,
  async run(ctx) {
    for (const trouble of await ctx.db.rows(untoldTroubles, placesOf(slack))) {
      if (isAboutToken(trouble.code)) continue;
      try {
        await tell(ctx, slack, trouble);
      } catch (error) {
        const failure = slackFailure(error);
        retryLaterIfUseful(failure);
        slack.log.debug({ code: failure.code }, 'could not alert an admin about a Slack problem');
      }
    }
  },
});

async function tell(ctx: Context, slack: Slack, trouble: SlackTroubleRow): Promise<void> {
  const { workspaceId } = await slack.connection.connect();
  const admin = await findAdmin(slack.client);
  if (!admin) return;
  const place = {
    workspaceId,
    channelId: admin,
    subjectType: 'trouble' as const,
    subjectId: `${trouble.place}:${trouble.code}:${trouble.since.getTime()}`,
  };
  const { installed } = slack.settings;
  const message = troubleMessage(trouble.code, advice(trouble.code, installed?.teamId));
  await postOnce(ctx, slack, place, message, 'final');
  await ctx.db.row(troubleTold, trouble.place, trouble.since);
}

function troubleMessage(code: string, wrong: string): Message {
  const text = isAboutScope(code)
    ? `Belief Layer cannot do everything: ${wrong} Everything else works.`
    : `Belief Layer cannot post: ${wrong} Pending messages will be posted once this is fixed.`;
  return { text, blocks: [{ type: 'section', text: ours(`:warning: ${text}`) }] };
}
