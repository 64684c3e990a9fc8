import type { ModalView } from '@slack/types';
import { Signal } from '../../../db/entities/signal.js';
import { addQuote } from '../../../src/analysis/curate/add-quote.js';
import { likelyQuotes } from '../../../src/analysis/curate/likely-quotes.js';
import { keepSignal, retireSignal } from '../../../src/analysis/curate/merge-signals.js';
import { rejectQuote } from '../../../src/analysis/curate/reject-quote.js';
import { readEvidence } from '../../../src/beliefs/evidence/read-evidence.js';
import { readSignalPacket } from '../../../src/beliefs/signals/read-signal-packet.js';
import type { Context } from '../../../src/core/context.js';
import { notFound, Refusal } from '../../../src/core/errors.js';
import { readSettings } from '../../../src/core/team-settings.js';
import { refLink } from '../blocks/belief.js';
import { refusalInWords } from '../blocks/refusal-words.js';
import { showPeople } from '../blocks/show-people.js';
import { ownSentence } from '../blocks/text.js';
import { askToDrawHomes } from '../delivery/request-home-redraw.js';
import { redrawProposals } from '../digest/proposals.js';
import { beliefHistory, chosenBelief } from '../queries/beliefs.js';
import type { Action, Click } from '../requests/handlers.js';
import { carriedBy, modalMeta, openModal, showView } from '../requests/modals.js';
import type { ModalMeta } from '../requests/payloads.js';
import { mergeForm, renameForm, retireForm, SPLIT_QUOTES, splitForm } from './belief-forms.js';
import { beliefModal, likelyModal, QUOTES_PER_PAGE, quotesModal } from './belief-modal.js';

/** Opens a belief, from a button or from the search in App Home. */
export const openBelief: Action = async (click) => {
  const { ctx, slack, triggerId, choice } = click;
  const chosen = choice ? await ctx.db.row(chosenBelief, choice) : undefined;
  const signalId = chosen?.signalId ?? click.subjectId;
  const fill = await openModal(slack, triggerId, { over: click.view !== undefined });
  const from = { ...click, subjectId: signalId };
  await fill(await beliefView(ctx, signalId, modalMeta(from, behind(click))));
};

/** The belief's window, with its current content. */
async function beliefView(
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

/** Opens a page of all quotes of a belief; if that window is already open, turns the page. */
export const openQuotes: Action = (click) =>
  openWindow(click, { shows: 'quotes', page: Number(click.detail || 0) });

/** Opens the quotes that are likely to support a belief, for people to accept. */
export const openLikelyQuotes: Action = (click) => openWindow(click, { shows: 'likely' });

type Shown = Pick<ModalMeta, 'shows' | 'page'>;

async function openWindow(click: Click, shown: Shown): Promise<void> {
  const { slack, triggerId, view } = click;
  const own = carriedBy(view?.metadata ?? '');
  if (view && own?.shows === shown.shows) {
    const metadata = modalMeta(click, { ...behindOf(click), ...shown });
    return showView(click, view.id, await windowView(click.ctx, click.subjectId, shown, metadata));
  }
  const metadata = modalMeta(click, { ...behind(click), ...shown });
  const fill = await openModal(slack, triggerId, { over: view !== undefined });
  await fill(await windowView(click.ctx, click.subjectId, shown, metadata));
}

/** A window about a belief: its quotes, its likely ones, or the belief. */
export async function windowView(
  ctx: Context,
  signalId: string,
  { shows, page = 0 }: Shown,
  privateMetadata: string,
  notice?: string,
): Promise<ModalView> {
  if (shows === undefined) return beliefView(ctx, signalId, privateMetadata, notice);
  const { names } = await readSettings(ctx.db);
  const window = { now: ctx.now, names, privateMetadata, notice };
  const packet = await readSignalPacket(ctx, signalId);
  if (shows === 'likely') {
    const likely = await likelyQuotes(ctx, signalId);
    return showPeople(ctx, names, likelyModal(packet, likely, window));
  }
  const quotes = await readEvidence(ctx, {
    ...{ signalId, includeCounterEvidence: true },
    ...{ limit: QUOTES_PER_PAGE, offset: page * QUOTES_PER_PAGE },
  });
  return showPeople(ctx, names, quotesModal(packet, quotes, page, window));
}

export const keepBelief: Action = (click) =>
  decideHere(click, click.subjectId, async () => {
    const belief = await beliefOf(click);
    await keepSignal(click.ctx, click.subjectId);
    return `${refLink(belief, click.ctx.pages)} is kept.`;
  });

/** The digest's "Not a belief" button. */
export const refuseBelief: Action = (click) =>
  decideHere(click, click.subjectId, async () => {
    const belief = await beliefOf(click);
    await retireSignal(click.ctx, click.subjectId);
    return `${refLink(belief, click.ctx.pages)} is retired: you can still read it.`;
  });

const aboutQuote =
  (
    decide: (ctx: Context, signalId: string, quoteId: string) => Promise<void>,
    said: string,
  ): Action =>
  async (click) => {
    const [signalId = '', quoteId = ''] = click.subjectId.split(' ');
    await decideHere(click, signalId, async () => {
      await decide(click.ctx, signalId, quoteId);
      return said;
    });
  };

export const takeQuoteOut = aboutQuote(
  rejectQuote,
  'The quote is set aside. No later reading will count it for this belief.',
);
export const acceptQuote = aboutQuote(addQuote, 'The quote now counts for this belief.');
export const declineQuote = aboutQuote(
  rejectQuote,
  'Noted: the quote will not be proposed for this belief again.',
);

/** Runs a decision that needs no form, then shows the result where the user is. */
async function decideHere(
  click: Click,
  signalId: string,
  decide: () => Promise<string>,
): Promise<void> {
  const { view, channelId: channel, messageTs: ts } = click;
  const notice = await decide()
    .catch(refusalAsNotice(click))
    .finally(async () => {
      if (!view && channel && ts) await redrawProposals(click.slack, click.ctx, { channel, ts });
    });
  await askToDrawHomes(click.ctx);
  if (!view) return click.tell(notice);
  const shown: Shown = carriedBy(view.metadata) ?? {};
  const drawn = await windowView(click.ctx, signalId, shown, view.metadata, notice);
  await showView(click, view.id, drawn, notice);
  if (shown.shows) await redrawParentModal(click, signalId, behindOf(click).behind);
}

/** Redraws the window of a belief behind another window, if it is still open. */
export async function redrawParentModal(
  click: Click,
  signalId: string,
  viewId: string | undefined,
  notice?: string,
): Promise<void> {
  if (viewId === undefined) return;
  const metadata = modalMeta({ ...click, subjectId: signalId });
  await showView(click, viewId, await beliefView(click.ctx, signalId, metadata, notice), notice);
}

/** Returns a refusal as a notice for the window that caused it; rethrows it if there is no window. */
export const refusalAsNotice =
  ({ view }: Pick<Click, 'view'>) =>
  (error: unknown): string => {
    if (!view || !(error instanceof Refusal)) throw error;
    return ownSentence(refusalInWords(error), 1_500);
  };

/** Returns the belief. Throws `not_found`. */
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

export const openRenameForm = openForm((_click, signal, metadata) => renameForm(signal, metadata));
export const openMergeForm = openForm((_click, signal, metadata) => mergeForm(signal, metadata));
export const openRetireForm = openForm((_click, signal, metadata) => retireForm(signal, metadata));
export const openSplitForm = openForm(async ({ ctx, subjectId }, signal, metadata) => {
  const { names } = await readSettings(ctx.db);
  const quotes = await readEvidence(ctx, {
    ...{ signalId: subjectId, includeCounterEvidence: true, limit: SPLIT_QUOTES, offset: 0 },
  });
  return showPeople(ctx, names, splitForm(signal, quotes, names, metadata));
});
