import { createHash } from 'node:crypto';
import { SlackDraft } from '../../../db/entities/slack.js';
import type { Turn } from '../../../db/entities/source-item.js';
import { countQuotesOfTheme } from '../../../db/queries/participants.js';
import { searchEvidence } from '../../../src/answers/search/find-evidence.js';
import { type Context, inTransaction } from '../../../src/core/context.js';
import { invalidRequest, Refusal } from '../../../src/core/errors.js';
import { saveEvidence } from '../../../src/interviews/save-evidence.js';
import { isNewStudy, type Menu, option, studyOfChoice, studyOption } from '../blocks/menu.js';
import { chosenStudy, chosenTheme, type ThemeOption, themesToChoose } from '../queries/options.js';
import type { Action, Click, Entered, SubmissionHandler } from '../requests/handlers.js';
import { enteredIn } from '../requests/handlers.js';
import { carriedBy } from '../requests/modals.js';
import type { ModalMeta } from '../requests/payloads.js';
import { type MessageDraft, readMessageDraft, sourceItemIdOf, writtenAt } from './draft.js';
import {
  cannotSaveModal,
  evidenceModal,
  noticeModal,
  savedModal,
  savingModal,
  studyOfThemes,
} from './evidence-modal.js';
import { threadTurns } from './thread-turns.js';

const BEGUN_TOO_LONG_AGO = 'This form expired. Choose “Save as evidence” again.';

/** The form's theme field, which is named for its study, and the chosen theme. */
function themeField(entered: Entered): { blockId?: string; chosen?: string } {
  const blockId = Object.keys(entered).find((id) => studyOfThemes(id) !== undefined);
  const chosen = blockId && entered[blockId];
  return { ...(blockId ? { blockId } : {}), ...(chosen ? { chosen } : {}) };
}

const check: NonNullable<SubmissionHandler['check']> = (entered): Record<string, string> => ({
  ...(themeField(entered).chosen || entered['new-theme']?.trim()
    ? {}
    : noTheme(themeField(entered).blockId)),
  ...(entered['said-by']?.trim() ? {} : { 'said-by': 'Say who said it.' }),
});

const noTheme = (blockId: string | undefined): Record<string, string> =>
  blockId
    ? { [blockId]: 'Choose a theme, or name a new one below.' }
    : { 'new-theme': 'Name a theme.' };

/** Stores what the modal showed. Errors appear in the modal, which keeps its input. */
async function run(click: Click, entered: Entered, meta: ModalMeta): Promise<void> {
  const { slack, ctx, subjectId } = click;
  const draft = await readMessageDraft(ctx, subjectId, 'evidence');
  const show = (view: ReturnType<typeof savingModal>) =>
    slack.client.views.update({ view_id: click.view?.id ?? '', view });
  if (!draft) {
    await show(cannotSaveModal(BEGUN_TOO_LONG_AGO));
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
        : await formAgain(ctx, entered, draft, JSON.stringify(meta), error.message),
    );
  }
}

const aroundQuote = async ({ slack }: Click, entered: Entered, draft: MessageDraft) =>
  entered.around === 'thread'
    ? threadTurns(slack, draft)
    : { turns: [{ speaker: draft.speakerName, text: draft.text }], turn: 0 };

const store = (
  ctx: Context,
  draftId: string,
  entered: Entered,
  draft: MessageDraft,
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
  const theme = await tx.db.row(chosenTheme, themeField(entered).chosen ?? '');
  if (!theme) throw invalidRequest('That theme no longer exists. Choose another one.');
  return { themeId: theme.themeId };
}

/** The author, or the participant named in the form, if any. The same name means the same person. */
function participantOf(draft: MessageDraft, saidBy: string) {
  const displayName = saidBy.replace(/\s+/g, ' ').trim();
  if (displayName === draft.speakerName) {
    return { participantId: `slack-${draft.workspaceId}-${draft.speakerId}`, displayName };
  }
  const digest = createHash('sha256').update(displayName.toLowerCase()).digest('hex').slice(0, 20);
  return { participantId: `slack-named-${digest}`, displayName };
}

/** The form with its input; a theme is kept only with its own study. */
async function formAgain(
  ctx: Context,
  entered: Entered,
  draft: MessageDraft,
  metadata: string,
  problem?: string,
) {
  const study = entered.study ? await studyOption(ctx, entered.study) : undefined;
  const { blockId = '', chosen } = themeField(entered);
  const isSame = studyOfThemes(blockId) === study?.value;
  const theme = chosen && isSame ? await ctx.db.row(chosenTheme, chosen) : undefined;
  const newTheme = entered['new-theme'];
  return evidenceModal(
    {
      text: draft.text,
      saidBy: entered['said-by'] ?? draft.speakerName,
      saidAt: writtenAt(draft.messageTs),
      now: ctx.now,
      inThread: draft.threadTs !== undefined,
      ...(problem ? { problem } : {}),
      kind: entered.kind === 'counterEvidence' ? 'counterEvidence' : 'evidence',
      wholeThread: entered.around === 'thread',
      ...(entered.quote ? { quote: entered.quote } : {}),
      ...(newTheme ? { newTheme } : {}),
      ...(theme ? { theme: option(theme.themeId, theme.label) } : {}),
      ...(study ? { study, studyIsNew: isNewStudy(study.value ?? '') } : {}),
    },
    metadata,
  );
}

/** Redraws the form after another study was chosen, to offer its themes. */
export const chooseStudyOfEvidence: Action = async (click) => {
  const { slack, ctx, view } = click;
  if (!view) return;
  const draft = await readMessageDraft(ctx, carriedBy(view.metadata)?.subjectId ?? '', 'evidence');
  const form = draft
    ? await formAgain(ctx, enteredIn(view.state), draft, view.metadata)
    : cannotSaveModal(BEGUN_TOO_LONG_AGO);
  await slack.client.views.update({ view_id: view.id, view: form });
};

export const saveEvidenceSubmission: SubmissionHandler = {
  check,
  waiting: savingModal,
  failed: noticeModal,
  run,
};

const MOST = 100;
const SUGGESTED = 5;
const SEARCHED = 500;

/** The themes of the chosen study; those whose quotes are most similar to the message come first. */
export const themeMenu: Menu = async (ctx, { text, subjectId, blockId }) => {
  const study = await ctx.db.row(chosenStudy, studyOfThemes(blockId) ?? '');
  if (!study) return [];
  const themes = await ctx.db.rows(themesToChoose, text.trim(), study.studyId, MOST);
  const near = text.trim() === '' ? await nearThemes(ctx, subjectId, study.studyId) : [];
  const rankOf = ({ themeId }: ThemeOption): number =>
    near.includes(themeId) ? near.indexOf(themeId) : SUGGESTED;
  return themes
    .toSorted((a, b) => rankOf(a) - rankOf(b))
    .map(({ themeId, label }) => option(themeId, label));
};

/** Ids of the themes whose quotes are most similar to the text being saved, best first. */
async function nearThemes(ctx: Context, draftId: string, studyId: string): Promise<string[]> {
  const draft = await readMessageDraft(ctx, draftId, 'evidence');
  if (!draft) return [];
  const query = draft.text.slice(0, SEARCHED);
  const hits = await searchEvidence(ctx, { query, studyId, limit: 20 });
  return [...new Set(hits.map(({ item }) => item.themeId))].slice(0, SUGGESTED);
}
