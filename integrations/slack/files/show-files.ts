import { createHash } from 'node:crypto';
import type { Context } from '../../../src/core/context.js';
import { pageAddress } from '../../../src/core/page-links.js';
import { readSettings } from '../../../src/core/team-settings.js';
import type { Message } from '../blocks/message.js';
import type { Slack } from '../connection/slack.js';
import { slackFailure } from '../connection/slack-failure.js';
import { filesShown, finishedFiles, strongestQuotes } from '../queries/files.js';
import { type FilesDraft, readFilesDraft } from './files-draft.js';
import { filesMessage, QUOTES_SHOWN } from './files-message.js';

/** Updates the message about sent files; does nothing if it was deleted or can no longer be changed. */
export async function showFiles(
  { client }: Slack,
  { channelId, noticeTs }: FilesDraft,
  message: Message,
): Promise<void> {
  try {
    await client.chat.update({ channel: channelId, ts: noticeTs, ...message });
  } catch (error) {
    const { kind } = slackFailure(error);
    if (kind !== 'gone' && kind !== 'channel') throw error;
  }
}

/**
 * Shows the result of files that were all read, with the strongest quotes. The quotes are read for each drawing, and
 * once more after it, so that a person who is erased meanwhile is not left in the message.
 */
export async function showResults(slack: Slack, ctx: Context, draftId: string): Promise<void> {
  for (;;) {
    const draft = await readFilesDraft(ctx, draftId);
    if (!draft?.study || draft.results.length < draft.files.length) return;
    const { files, results, study, channelId } = draft;
    const settings = await readSettings(ctx.db);
    const items = results.flatMap(({ ok, sourceItemIds }) => (ok ? sourceItemIds : []));
    const showsQuotes = items.length > 0 && (await slack.channels.showsQuotes(channelId, settings));
    const quotes = showsQuotes ? await ctx.db.rows(strongestQuotes, items, QUOTES_SHOWN) : [];
    const { names } = settings;
    const shown = createHash('sha256')
      .update(JSON.stringify([files, results, quotes, names]))
      .digest('hex');
    if (shown === draft.shown) return;
    const kept = {
      quotes,
      view: { now: ctx.now, names },
      studyPage: pageAddress(slack.pages, study),
    };
    const message = filesMessage({ files, studyName: study.name, results, draftId, kept });
    await showFiles(slack, draft, message);
    await ctx.db.row(filesShown, draftId, shown);
  }
}

/** Redraws the results that have changed since: after an erasure they no longer show the person's words. */
export async function redrawResults(slack: Slack, ctx: Context): Promise<void> {
  const { workspaceId } = await slack.connection.connect();
  for (const { draftId } of await ctx.db.rows(finishedFiles)) {
    const draft = await readFilesDraft(ctx, draftId);
    if (draft?.workspaceId === workspaceId) await showResults(slack, ctx, draftId);
  }
}
