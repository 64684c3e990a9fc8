import type { ModalView } from '@slack/types';
import { Signal } from '../../../db/entities/signal.js';
import { keepSignal } from '../../../src/analysis/curate/merge-signals.js';
import { rejectQuote } from '../../../src/analysis/curate/reject-quote.js';
import { readEvidence } from '../../../src/beliefs/evidence/read-evidence.js';
import { readSignalPacket } from '../../../src/beliefs/signals/read-signal-packet.js';
import { signalRef } from '../../../src/beliefs/signals/ref.js';
import type { Context } from '../../../src/core/context.js';
import { notFound, Refusal } from '../../../src/core/errors.js';
import { readSettings } from '../../../src/core/team-settings.js';
import { refusalInWords } from '../blocks/refusal-words.js';
import { showPeople } from '../blocks/show-people.js';
import { ownSentence } from '../blocks/text.js';
import { askToDrawHomes } from '../delivery/request-home-redraw.js';
import { beliefHistory, chosenBelief } from '../queries/beliefs.js';
import { carriedBy } from '../requests/carried.js';
import type { Action, Click } from '../requests/click.js';
import { modalMeta } from '../requests/modal-meta.js';
import { openModal } from '../requests/open-modal.js';
import { showView } from '../requests/show-view.js';
import { mergeForm, renameForm, retireForm, SPLIT_QUOTES, splitForm } from './belief-forms.js';
import { beliefModal, QUOTES_PER_PAGE, quotesModal } from './belief-modal.js';

/** Opens a belief, from a button or from the search in App Home. */
export const openBelief: Action = async (click) => {
  const { ctx, slack, triggerId, choice } = click;
  const chosen = choice ? await ctx.db.row(chosenBelief, choice) : undefined;
  const signalId = chosen?.signalId ?? click.subjectId;
  const fill = await openModal(slack, triggerId, { over: click.view !== undefined });
  const from = { ...click, subjectId: signalId };
  await fill(await beliefView(ctx, signalId, modalMeta(from, behind(click))));
};

/** The belief's window as a modal, read anew. */
export async function beliefView(
  ctx: Context,
  signalId: string,
  privateMetadata: string,
  notice?: string,
): Promise<ModalView> {
  const packet = await readSignalPacket(ctx, signalId);
  const history = await ctx.db.rows(beliefHistory, signalId);
  const isKept = (await ctx.db.findOne(Signal, { signalId }))?.keptAt != null;
  const { names } = await readSettings(ctx.db);
  const window = { now: ctx.now, names, privateMetadata, notice, isKept };
  return showPeople(ctx, names, beliefModal(packet, history, window));
}

/** Opens a page of all quotes of a belief; in its own window, turns the page. */
export const openQuotes: Action = async (click) => {
  const page = Number(click.detail || 0);
  const isOwn = carriedBy(click.view?.metadata ?? '')?.page !== undefined;
  const metadata = modalMeta(click, { ...(isOwn ? behindOf(click) : behind(click)), page });
  if (isOwn && click.view) {
    return showView(
      click,
      click.view.id,
      await quotesView(click.ctx, click.subjectId, page, metadata),
    );
  }
  const fill = await openModal(click.slack, click.triggerId, { over: click.view !== undefined });
  await fill(await quotesView(click.ctx, click.subjectId, page, metadata));
};

async function quotesView(
  ctx: Context,
  signalId: string,
  page: number,
  privateMetadata: string,
  notice?: string,
): Promise<ModalView> {
  const packet = await readSignalPacket(ctx, signalId);
  const quotes = await readEvidence(ctx, {
    ...{ signalId, includeCounterEvidence: true },
    ...{ limit: QUOTES_PER_PAGE, offset: page * QUOTES_PER_PAGE },
  });
  const { names } = await readSettings(ctx.db);
  const window = { now: ctx.now, names, privateMetadata, notice };
  return showPeople(ctx, names, quotesModal(packet, quotes, page, window));
}

export const keepBelief: Action = (click) =>
  decideHere(click, click.subjectId, async () => {
    const { refNumber } = await beliefOf(click);
    await keepSignal(click.ctx, click.subjectId);
    return `${signalRef(refNumber)} is kept.`;
  });

export const takeQuoteOut: Action = async (click) => {
  const [signalId = '', evidenceId = ''] = click.subjectId.split(' ');
  await decideHere(click, signalId, async () => {
    await rejectQuote(click.ctx, signalId, evidenceId);
    return 'The quote is set aside. No later reading counts it for this belief.';
  });
};

/** Runs a decision that needs no form, then shows the result where the user is. */
async function decideHere(
  click: Click,
  signalId: string,
  decide: () => Promise<string>,
): Promise<void> {
  const notice = await decide().catch(refusalAsNotice(click));
  await askToDrawHomes(click.ctx);
  const { view } = click;
  if (!view) return click.tell(notice);
  const page = carriedBy(view.metadata)?.page;
  const drawn =
    page === undefined
      ? await beliefView(click.ctx, signalId, view.metadata, notice)
      : await quotesView(click.ctx, signalId, page, view.metadata, notice);
  await showView(click, view.id, drawn, notice);
  if (page !== undefined) await drawBehind(click, signalId, behindOf(click).behind);
}

/** Redraws the window of a belief that lies behind another one, if it is still open. */
export async function drawBehind(
  click: Click,
  signalId: string,
  viewId: string | undefined,
  notice?: string,
): Promise<void> {
  if (viewId === undefined) return;
  const metadata = modalMeta({ ...click, subjectId: signalId });
  await showView(click, viewId, await beliefView(click.ctx, signalId, metadata, notice), notice);
}

/** A refusal belongs into the window in which it was caused, unless there is none. */
export const refusalAsNotice =
  ({ view }: Pick<Click, 'view'>) =>
  (error: unknown): string => {
    if (!view || !(error instanceof Refusal)) throw error;
    return ownSentence(refusalInWords(error), 1_500);
  };

/** Throws `not_found`. */
async function beliefOf({ ctx, subjectId }: Click): Promise<Signal> {
  const signal = await ctx.db.findOne(Signal, { signalId: subjectId });
  if (!signal) throw notFound('signal', subjectId);
  return signal;
}

const behind = ({ view }: Click) => (view ? { behind: view.id } : {});

const behindOf = ({ view }: Click): { behind?: string } => {
  const id = carriedBy(view?.metadata ?? '')?.behind;
  return id === undefined ? {} : { behind: id };
};

const openForm =
  (
    make: (click: Click, signal: Signal, metadata: string) => ModalView | Promise<ModalView>,
  ): Action =>
  async (click) => {
    const view = await make(click, await beliefOf(click), modalMeta(click, behind(click)));
    const { client } = click.slack;
    const opening = { trigger_id: click.triggerId, view };
    await (click.view ? client.views.push(opening) : client.views.open(opening));
  };

export const askForName = openForm((_click, signal, metadata) => renameForm(signal, metadata));
export const askInto = openForm((_click, signal, metadata) => mergeForm(signal, metadata));
export const askToRetire = openForm((_click, signal, metadata) => retireForm(signal, metadata));
export const askWhatToSplit = openForm(async ({ ctx, subjectId }, signal, metadata) => {
  const { names } = await readSettings(ctx.db);
  const quotes = await readEvidence(ctx, {
    ...{ signalId: subjectId, includeCounterEvidence: true, limit: SPLIT_QUOTES, offset: 0 },
  });
  return showPeople(ctx, names, splitForm(signal, quotes, names, metadata));
});
