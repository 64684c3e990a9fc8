import { randomUUID } from 'node:crypto';
import { SlackDraft } from '../../../db/entities/slack.js';
import { takeRequest } from '../../../db/queries/slack-requests.js';
import type { Context } from '../../../src/context.js';
import { patiently } from '../connection/patiently.js';
import { type Conversation, IN_LINE } from '../conversation/earlier.js';
import { whichStudyMessage } from '../messages/files-message.js';
import type { Person } from '../people/people.js';
import type { Slack } from '../slack.js';
import type { FilesDraft } from './files-draft.js';
import type { SentFile } from './sent-files.js';

/** Asks in the conversation where they were sent which study the files belong to; nothing is read before. */
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
  const { ts } = await patiently(() =>
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
  };
  await ctx.db.insert(SlackDraft, {
    draftId,
    kind: 'files',
    madeBy: person.userId,
    content,
    createdAt: ctx.now,
  });
}
