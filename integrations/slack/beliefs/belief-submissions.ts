import { mergeSignals, retireSignal } from '../../../src/analysis/curate/merge-signals.js';
import { renameSignal, sentenceProblem } from '../../../src/analysis/curate/rename.js';
import { splitSignal } from '../../../src/analysis/curate/split-signal.js';
import { signalRef } from '../../../src/beliefs/signals/ref.js';
import type { Context } from '../../../src/core/context.js';
import { invalidRequest } from '../../../src/core/errors.js';
import { counted } from '../../../src/core/words.js';
import type { Menu } from '../blocks/menu.js';
import { option } from '../blocks/menu.js';
import { literal } from '../blocks/text.js';
import { askToDrawHomes } from '../delivery/request-home-redraw.js';
import { redrawProposals } from '../digest/proposals.js';
import { beliefsToChoose, chosenBelief } from '../queries/beliefs.js';
import type { Click, Entered, SubmissionHandler } from '../requests/handlers.js';
import type { ModalMeta } from '../requests/payloads.js';
import { redrawParentModal, refusalAsNotice } from './belief-actions.js';
import { tickedQuote } from './belief-forms.js';

const MOST_OPTIONS = 99;

/** The team's beliefs that hold the typed words, as on the pages; closed ones too, unless the menu is for a belief to merge into. */
const beliefMenu =
  (openOnly: boolean): Menu =>
  async (ctx, { text, subjectId }) => {
    const words = text.split(/\s+/).filter(Boolean);
    const found = await ctx.db.rows(beliefsToChoose, words, subjectId, openOnly, MOST_OPTIONS);
    return found.map(({ signalId, refNumber, label }) =>
      option(signalId, `${signalRef(refNumber)} ${label}`),
    );
  };
export const findBeliefMenu = beliefMenu(false);
export const intoBeliefMenu = beliefMenu(true);

/** The sentence of a form as entered. */
export const sentenceOf = ({ sentence }: Entered): string =>
  (sentence ?? '').replace(/\s+/g, ' ').trim();

/** Problems with the sentence, by field. */
export function checkSentence(entered: Entered): Record<string, string> {
  const sentence = sentenceOf(entered);
  const problem = sentence === '' ? 'Write a sentence.' : sentenceProblem(sentence);
  return problem ? { sentence: problem } : {};
}

/** Handles a submitted form: makes the decision and reports its result. */
const decision =
  (decide: (ctx: Context, signalId: string, entered: Entered) => Promise<string>) =>
  async (click: Click, entered: Entered, meta: ModalMeta): Promise<void> => {
    const notice = await decide(click.ctx, meta.subjectId, entered).catch(
      refusalAsNotice(meta.behind === undefined ? {} : click),
    );
    await askToDrawHomes(click.ctx);
    if (meta.message) await redrawProposals(click.slack, click.ctx, meta.message);
    if (meta.behind === undefined) return click.tell(notice);
    await redrawParentModal(click, meta.subjectId, meta.behind, notice);
  };

export const submitRename: SubmissionHandler = {
  check: checkSentence,
  run: decision(async (ctx, signalId, entered) => {
    await renameSignal(ctx, signalId, sentenceOf(entered));
    return `It is now called “${literal(sentenceOf(entered), 200)}”.`;
  }),
};

export const submitMerge: SubmissionHandler = {
  run: decision(async (ctx, signalId, { into }) => {
    const chosen = await ctx.db.row(chosenBelief, into ?? '');
    if (!chosen) throw invalidRequest('That belief no longer exists. Choose another one.');
    await mergeSignals(ctx, signalId, chosen.signalId);
    return `It is now part of ${signalRef(chosen.refNumber)} “${literal(chosen.label, 150)}”.`;
  }),
};

const ticked = (entered: Entered): string[] =>
  Object.entries(entered).flatMap(([blockId, value]) => {
    const quote = tickedQuote(blockId);
    return quote !== undefined && value ? [quote] : [];
  });

export const submitSplit: SubmissionHandler = {
  check: (entered) => ({
    ...checkSentence(entered),
    ...(ticked(entered).length === 0
      ? { sentence: 'Tick at least one quote below that supports it.' }
      : {}),
  }),
  run: decision(async (ctx, signalId, entered) => {
    const evidenceIds = ticked(entered);
    const sentence = sentenceOf(entered);
    const { refNumber } = await splitSignal(ctx, signalId, { sentence, evidenceIds });
    return `${counted(evidenceIds.length, 'quote')} moved to the new belief ${signalRef(refNumber)} “${literal(sentence, 150)}”.`;
  }),
};

export const submitRetire: SubmissionHandler = {
  run: decision(async (ctx, signalId, { note }) => {
    await retireSignal(ctx, signalId, note?.trim());
    return 'It is retired: you can still read it.';
  }),
};
