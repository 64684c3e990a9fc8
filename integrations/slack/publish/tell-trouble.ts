import {
  type SlackTroubleRow,
  troubleTold,
  untoldTroubles,
} from '../../../db/queries/slack-troubles.js';
import type { Context } from '../../../src/context.js';
import type { JobHandler } from '../../../src/jobs/index.js';
import { advice, isAboutToken } from '../connection/advice.js';
import { slackFailure } from '../connection/slack-failure.js';
import type { Message } from '../messages/card-message.js';
import { ours } from '../messages/text.js';
import { findAdmin } from '../people/find-admin.js';
import type { Slack } from '../slack.js';
import { comeBackWhereWaitingHelps } from './act-on-failure.js';
import { postOnce } from './post-once.js';
import { placesOf, TELL_TROUBLE } from './troubles.js';

/**
 * Tells an admin, in the app's own conversation with them, what stopped the bot and what to do; once for each
 * trouble. Where Slack takes no message at all, App Home and the log have to do.
 */
export const tellTrouble = (slack: Slack): JobHandler => ({
  kind: TELL_TROUBLE,
  async run(ctx) {
    for (const trouble of await ctx.db.rows(untoldTroubles, placesOf(slack))) {
      if (isAboutToken(trouble.code)) continue;
      try {
        await tell(ctx, slack, trouble);
      } catch (error) {
        const failure = slackFailure(error);
        comeBackWhereWaitingHelps(failure);
        slack.log.debug({ code: failure.code }, 'no admin could be told what is wrong with Slack');
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
  const message = troubleMessage(advice(trouble.code, installed?.teamId));
  await postOnce(ctx, slack, place, message, 'final');
  await ctx.db.row(troubleTold, trouble.place, trouble.since);
}

function troubleMessage(wrong: string): Message {
  const text = `Belief Layer cannot post: ${wrong} What was to be posted waits until it works again.`;
  return { text, blocks: [{ type: 'section', text: ours(`:warning: ${text}`) }] };
}
