import { createHash } from 'node:crypto';
import { SlackDraft } from '../../../db/entities/slack.js';
import type { Turn } from '../../../db/entities/source-item.js';
import { countQuotesOfTheme } from '../../../db/queries/saved-evidence.js';
import { chosenStudy, chosenTheme } from '../../../db/queries/slack-options.js';
import { type Context, inTransaction } from '../../../src/context.js';
import { invalidRequest, Refusal } from '../../../src/errors.js';
import { saveEvidence } from '../../../src/evidence/save-evidence.js';
import type { Click } from '../actions/click.js';
import {
  type EvidenceDraft,
  readEvidenceDraft,
  sourceItemIdOf,
  writtenAt,
} from '../evidence/draft.js';
import { threadTurns } from '../evidence/thread-turns.js';
import {
  cannotSaveModal,
  evidenceModal,
  noticeModal,
  savedModal,
  savingModal,
} from '../messages/evidence-modal.js';
import { option } from '../options/option-value.js';
import { studyOfChoice } from '../options/studies.js';
import type { ModalMeta } from '../requests/payloads.js';
import type { Entered, SubmissionHandler } from './submission.js';

const check: NonNullable<SubmissionHandler['check']> = (entered): Record<string, string> => ({
  ...(entered.theme || entered['new-theme']?.trim()
    ? {}
    : { theme: 'Choose a theme, or name a new one below.' }),
  ...(entered['said-by']?.trim() ? {} : { 'said-by': 'Say who said it.' }),
});

/** Stores what the modal showed; what is wrong with it is said in the modal, which keeps what was entered. */
async function run(click: Click, entered: Entered, meta: ModalMeta): Promise<void> {
  const { slack, ctx, subjectId } = click;
  const draft = await readEvidenceDraft(ctx, subjectId);
  const show = (view: ReturnType<typeof savingModal>) =>
    slack.client.views.update({ view_id: click.view?.id ?? '', view });
  if (!draft) {
    await show(cannotSaveModal('This was begun too long ago. Choose “Save as evidence” again.'));
    return;
  }
  try {
    const around = await aroundQuote(click, entered, draft);
    await show(await store(ctx, subjectId, entered, draft, around));
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    await show(
      error.code === 'invalid_transition'
        ? cannotSaveModal(error.message)
        : await formAgain(ctx, entered, draft, meta, error.message),
    );
  }
}

const aroundQuote = async ({ slack }: Click, entered: Entered, draft: EvidenceDraft) =>
  entered.around === 'thread'
    ? threadTurns(slack, draft)
    : { turns: [{ speaker: draft.speakerName, text: draft.text }], turn: 0 };

const store = (
  ctx: Context,
  draftId: string,
  entered: Entered,
  draft: EvidenceDraft,
  around: { turns: Turn[]; turn: number },
) =>
  inTransaction(ctx, async (tx) => {
    const { studyId } = await studyOfChoice(tx, entered.study ?? '');
    const participant = participantOf(draft, entered['said-by'] ?? '');
    const turns = around.turns.map((turn, index) =>
      index === around.turn ? { ...turn, speaker: participant.displayName } : turn,
    );
    const theme = await themeOf(tx, entered);
    const saved = await saveEvidence(tx, {
      sourceItemId: sourceItemIdOf(draft),
      studyId,
      theme,
      kind: entered.kind === 'counterEvidence' ? 'counterEvidence' : 'evidence',
      participant,
      turns,
      turn: around.turn,
      quote: entered.quote ?? draft.text,
      saidAt: writtenAt(draft.messageTs),
      ...(draft.link ? { link: draft.link } : {}),
    });
    await tx.db.delete(SlackDraft, { draftId });
    const counted = await tx.db.row(countQuotesOfTheme, saved.evidenceId);
    return savedModal(saved, counted?.quotes ?? 1);
  });

async function themeOf(tx: Context, entered: Entered) {
  const label = entered['new-theme']?.trim();
  if (label) return { label };
  const theme = await tx.db.row(chosenTheme, entered.theme ?? '');
  if (!theme) throw invalidRequest('That theme is not there any more. Choose another one.');
  return { themeId: theme.themeId };
}

/** The person who wrote it, or, where somebody else is named, that somebody: the same name is the same person. */
function participantOf(draft: EvidenceDraft, saidBy: string) {
  const displayName = saidBy.replace(/\s+/g, ' ').trim();
  if (displayName === draft.speakerName) {
    return { participantId: `slack-${draft.workspaceId}-${draft.speakerId}`, displayName };
  }
  const digest = createHash('sha256').update(displayName.toLowerCase()).digest('hex').slice(0, 20);
  return { participantId: `slack-named-${digest}`, displayName };
}

async function formAgain(
  ctx: Context,
  entered: Entered,
  draft: EvidenceDraft,
  meta: ModalMeta,
  problem: string,
) {
  const theme = entered.theme ? await ctx.db.row(chosenTheme, entered.theme) : undefined;
  const study = entered.study ? await ctx.db.row(chosenStudy, entered.study) : undefined;
  const newTheme = entered['new-theme'];
  return evidenceModal(
    {
      text: draft.text,
      saidBy: entered['said-by'] ?? draft.speakerName,
      saidAt: writtenAt(draft.messageTs),
      now: ctx.now,
      inThread: draft.threadTs !== undefined,
      problem,
      kind: entered.kind === 'counterEvidence' ? 'counterEvidence' : 'evidence',
      wholeThread: entered.around === 'thread',
      ...(entered.quote ? { quote: entered.quote } : {}),
      ...(newTheme ? { newTheme } : {}),
      ...(theme ? { theme: option(theme.themeId, theme.label) } : {}),
      ...(study ? { study: option(study.studyId, study.name) } : {}),
    },
    JSON.stringify(meta),
  );
}

export const saveEvidenceSubmission: SubmissionHandler = {
  check,
  waiting: savingModal,
  failed: noticeModal,
  run,
};
