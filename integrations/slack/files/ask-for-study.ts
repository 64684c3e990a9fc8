import { randomUUID } from 'node:crypto';
import { SlackDraft } from '../../../db/entities/slack.js';
import type { Context } from '../../../src/core/context.js';
import type { Person } from '../connection/people.js';
import { retry } from '../connection/retry.js';
import type { Slack } from '../connection/slack.js';
import { takeRequest } from '../queries/requests.js';
import { type Conversation, IN_LINE } from '../requests/earlier-answers.js';
import type { FilesDraft } from './files-draft.js';
import { whichStudyMessage } from './files-message.js';
import type { SentFile } from './sent-files.js';

/** Asks, in the conversation where the files were sent, which study they belong to; nothing is read before. */
export async function askForStudy(
  slack: Slack,
  ctx: Context,
  person: Person,
  at: Conversation,
  sent: { ts: string; files: SentFile[] },
): Promise<void> {
  const { channelId, thread } = at;
  if (!(await ctx.db.row(takeRequest, `files:${channelId}:${sent.ts}`))) return;
  const { workspaceId } = await slack.connection.connect();
  const draftId = randomUUID();
  const message = whichStudyMessage(sent.files, draftId);
  await slack.pace.turn(channelId);
  const { ts } = await retry(() =>
    slack.client.chat.postMessage({
      channel: channelId,
      ...message,
      unfurl_links: false,
      unfurl_media: false,
      ...(thread === IN_LINE ? {} : { thread_ts: thread }),
    }),
  );
  const content: FilesDraft = {
    workspaceId,
    channelId,
    noticeTs: ts ?? '',
    sentTs: sent.ts,
    sentBy: { id: person.userId, name: person.name },
    files: sent.files,
    results: [],
    participants: {},
  };
  await ctx.db.insert(SlackDraft, {
    draftId,
    kind: 'files',
    madeBy: person.userId,
    content,
    createdAt: ctx.now,
  });
}
