import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { SlackDraft } from '../../../db/entities/slack.js';
import type { Context } from '../../../src/context.js';
import { Refusal } from '../../../src/errors.js';
import { ingestFile } from '../../../src/ingest/ingest-file.js';
import type { IngestedFile } from '../../../src/ingest/ingested-file.js';
import type { JobHandler } from '../../../src/jobs/index.js';
import { counted } from '../../../src/words.js';
import { failureIn, slackFailure } from '../connection/slack-failure.js';
import { writtenAt } from '../evidence/draft.js';
import { filesMessage } from '../messages/files-message.js';
import { actOnFailure } from '../publish/act-on-failure.js';
import type { Slack } from '../slack.js';
import { download, NoFile } from './download.js';
import { type FileResult, type FilesDraft, keepFilesDraft, readFilesDraft } from './files-draft.js';
import type { SentFile } from './sent-files.js';
import { showFiles } from './show-files.js';

export const INGEST_FILES = 'slack-ingest-files';

const Payload = z.object({ draftId: z.string() });

/**
 * Reads the files that were sent into their study, one after the other, and says in one message how far it
 * is. What is read already is not read again where the job has to begin anew.
 */
export const ingestFiles = (slack: Slack): JobHandler => ({
  kind: INGEST_FILES,
  async run(ctx, payload) {
    const { draftId } = Payload.parse(payload);
    const draft = await readFilesDraft(ctx, draftId);
    if (!draft?.study) return;
    try {
      const { workspaceId } = await slack.connection.connect();
      if (workspaceId !== draft.workspaceId) return; // another workspace of the team was asked
      await readAll(slack, ctx, draftId, draft, draft.study);
      await ctx.db.delete(SlackDraft, { draftId });
    } catch (error) {
      await actOnFailure(ctx, slack, slackFailure(error));
    }
  },
});

async function readAll(
  slack: Slack,
  ctx: Context,
  draftId: string,
  draft: FilesDraft,
  study: { studyId: string; name: string },
): Promise<void> {
  const results = [...draft.results];
  const tell = async (): Promise<void> => {
    await showFiles(
      slack,
      draft,
      filesMessage({ files: draft.files, studyName: study.name, results }),
    );
  };
  for (const file of draft.files) {
    if (results.some(({ fileId }) => fileId === file.id)) continue;
    await tell();
    results.push(await readOne(slack, ctx, draft, study.studyId, file));
    await keepFilesDraft(ctx, draftId, { ...draft, results });
  }
  await tell();
}

/** What Slack may answer later is thrown on; everything else is this file's result. */
async function readOne(
  slack: Slack,
  ctx: Context,
  { sentBy, sentTs }: FilesDraft,
  studyId: string,
  { id, name }: SentFile,
): Promise<FileResult> {
  const sender = { type: 'slack_user' as const, id: sentBy.id, name: sentBy.name };
  try {
    const content = await download(slack, id);
    const read = await ingestFile(
      { ...ctx, actor: sender },
      { studyId, fileName: name, content, capturedAt: writtenAt(sentTs) },
    );
    return { fileId: id, ok: read.outcome !== 'failed', line: `${name}: ${said(read)}` };
  } catch (error) {
    return { fileId: id, ok: false, line: `${name}: ${whyNot(ctx, error)}` };
  }
}

function whyNot(ctx: Context, error: unknown): string {
  if (error instanceof NoFile || error instanceof Refusal) return error.message;
  if (failureIn(error)) throw error;
  const reference = randomUUID().slice(0, 8);
  ctx.log.error({ err: error, reference }, 'a file from Slack could not be ingested');
  return `something went wrong on our side (reference ${reference}). Send it again.`;
}

function said({ outcome, reason, quotes, sourceItemIds, warnings }: IngestedFile): string {
  const found = `${counted(sourceItemIds.length, 'interview')}, ${counted(quotes, 'quote')}.`;
  const advice = warnings[0] ? ` ${warnings[0]}` : '';
  switch (outcome) {
    case 'failed':
      return reason ?? 'it cannot be read.';
    case 'unchanged':
      return reason ?? 'it was read before, and says the same.';
    case 'corrected':
      return `corrected what it said before: ${found}${advice}`;
    case 'new':
      return `${found}${advice}`;
  }
}
