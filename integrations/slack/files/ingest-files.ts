import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Context } from '../../../src/core/context.js';
import { Refusal } from '../../../src/core/errors.js';
import { counted } from '../../../src/core/words.js';
import type { IngestedFile } from '../../../src/interviews/ingested-file.js';
import { ingestFile } from '../../../src/interviews/take-file.js';
import type { JobHandler } from '../../../src/jobs/index.js';
import type { Slack } from '../connection/slack.js';
import { failureIn, slackFailure } from '../connection/slack-failure.js';
import { actOnFailure } from '../delivery/act-on-failure.js';
import { writtenAt } from '../evidence/draft.js';
import { download, NoFile } from './download.js';
import type { SentFile } from './files-draft.js';
import { type FileResult, type FilesDraft, keepResult, readFilesDraft } from './files-draft.js';
import { filesMessage } from './files-message.js';
import { showFiles, showResults } from './show-files.js';

export const INGEST_FILES = 'slack-ingest-files';

const Payload = z.object({ draftId: z.string() });

/**
 * Reads the sent files into their study one by one, and shows progress in one message. If the job restarts, files
 * already read are skipped.
 */
export const ingestFiles = (slack: Slack): JobHandler => ({
  kind: INGEST_FILES,
  async run(ctx, payload) {
    const { draftId } = Payload.parse(payload);
    const draft = await readFilesDraft(ctx, draftId);
    if (!draft?.study) return;
    try {
      const { workspaceId } = await slack.connection.connect();
      if (workspaceId !== draft.workspaceId) return; // another workspace of the team received them
      await readAll(slack, ctx, draftId, draft, draft.study);
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
  let now = draft;
  for (;;) {
    const { files, results } = now;
    const file = files.find(({ id }) => !results.some(({ fileId }) => fileId === id));
    // the draft stays for a while: a user may choose the participants, and an erasure changes the message
    if (!file) return showResults(slack, ctx, draftId);
    await showFiles(slack, now, filesMessage({ files, studyName: study.name, results, draftId }));
    const result = await readOne(slack, ctx, now, study.studyId, file);
    const kept = await keepResult(ctx, draftId, now, result);
    if (!kept) return;
    now = kept;
  }
}

/**
 * Reads one file. Rethrows failures that a retry may fix, or that concern every file; anything else is the file's
 * result.
 */
async function readOne(
  slack: Slack,
  ctx: Context,
  { sentBy, sentTs, participants }: FilesDraft,
  studyId: string,
  { id, name }: SentFile,
): Promise<FileResult> {
  const sender = { type: 'slack_user' as const, id: sentBy.id, name: sentBy.name };
  try {
    const content = await download(slack, id);
    const read = await ingestFile(
      { ...ctx, actor: sender },
      {
        studyId,
        fileName: name,
        content,
        capturedAt: writtenAt(sentTs),
        storesNoFailure: true,
        ...(participants[id] && { participants: participants[id] }),
      },
    );
    const { outcome, speakers, interviewers, sourceItemIds } = read;
    const line = `${name}: ${said(read)}`;
    return { fileId: id, ok: outcome !== 'failed', line, speakers, interviewers, sourceItemIds };
  } catch (error) {
    const line = `${name}: ${whyNot(ctx, error)}`;
    return { fileId: id, ok: false, line, speakers: [], interviewers: [], sourceItemIds: [] };
  }
}

function whyNot(ctx: Context, error: unknown): string {
  if (error instanceof NoFile || error instanceof Refusal) return error.message;
  const failure = failureIn(error);
  if (failure?.kind === 'refused') return 'Slack no longer has it. Send it again.';
  if (failure) throw error;
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
      return reason ?? 'it was read before and has not changed.';
    case 'corrected':
      return `read again: ${found}${advice}`;
    case 'new':
      return `${found}${advice}`;
  }
}
