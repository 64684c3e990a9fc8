import type { KnownBlock, ModalView } from '@slack/types';
import type { CardGapRow, CardRecommendationRow } from '../../../db/queries/card-material.js';
import type { EvidenceRow } from '../../../db/queries/evidence.js';
import {
  readSignalPacket,
  type SignalPacket,
} from '../../../src/beliefs/signals/read-signal-packet.js';
import { notFound } from '../../../src/core/errors.js';
import { readSettings } from '../../../src/core/team-settings.js';
import { cut } from '../../../src/core/words.js';
import { alsoBasedOn } from '../blocks/belief.js';
import { openRow } from '../blocks/belief-buttons.js';
import { historyLine } from '../blocks/history-line.js';
import type { CardOptions, Viewing } from '../blocks/quotes.js';
import { bold, bullets, line, richText, words } from '../blocks/rich-text.js';
import { showPeople } from '../blocks/show-people.js';
import { signalBlocks } from '../blocks/signal-blocks.js';
import { context, label, ours } from '../blocks/text.js';
import type { Action } from '../requests/handlers.js';
import { openModal } from '../requests/modals.js';
import type { CardContent } from './card-content.js';
import { type CardMaterial, readCardMaterial } from './card-material.js';
import { contentOf } from './content-by-type.js';
import { quoteElements, WHOLE_QUOTE, wholeParts } from './layout.js';
import { workItemBlocks } from './status.js';

export const openDetails: Action = async ({ slack, ctx, subjectId, triggerId }) => {
  const material = await readCardMaterial(ctx, subjectId);
  if (!material) throw notFound('action card', subjectId);
  const fill = await openModal(slack, triggerId);
  const signalId = material.beliefs[0]?.signalId;
  const { names } = await readSettings(ctx.db);
  const packet = signalId ? await readSignalPacket(ctx, signalId) : undefined;
  const view = detailsModal(material, packet, {
    now: ctx.now,
    names,
    pages: ctx.pages,
    ...(ctx.addressRules ? { addressRules: ctx.addressRules } : {}),
  });
  await fill(await showPeople(ctx, names, view));
};

const title = ours('Details');
const close = ours('Close');

/** Everything behind a card: its full content, and the evidence packet of its belief. */
export function detailsModal(
  material: CardMaterial,
  packet: SignalPacket | undefined,
  view: Viewing & Pick<CardOptions, 'addressRules'>,
): ModalView {
  const { card, recommendation, gap } = material;
  const content = contentOf(material, { ...view, showQuotes: true });
  // a recommendation is shown in full below
  const isTold = card.type === 'new_recommendation' && recommendation;
  return {
    type: 'modal',
    title,
    close,
    blocks: [
      { type: 'header', text: ours(content.title) },
      ...(isTold ? [] : wholeParts(content)),
      ...(card.type === 'fix_contradicted' ? whatNow(recommendation) : []),
      ...(recommendation ? whole(recommendation) : []),
      ...(gap?.draftedStudyName ? [asks(gap)] : []),
      ...quotes(content, packet, view),
      ...workItemBlocks(recommendation, view),
      ...(packet ? beliefs(material, packet, view) : []),
      ...history(material),
    ],
  };
}

function whole(recommendation: CardRecommendationRow): KnownBlock[] {
  const actions = recommendation.actionItems
    .slice(0, 10)
    .map((item) => [bold(`${cut(item.action, 500)} `), words(`(${item.priority})`)]);
  return [
    richText(
      line(
        bold(label(recommendation.title, 300)),
        words(` · ${recommendation.state} · ${recommendation.confidence} confidence`),
      ),
      line(words(cut(recommendation.body, 3000))),
      ...(actions.length > 0 ? [bullets(actions)] : []),
      ...(recommendation.counterEvidenceNote
        ? [line(bold('Against it: '), words(cut(recommendation.counterEvidenceNote, 1000)))]
        : []),
    ),
  ];
}

/** Advice about a fix that did not work. */
const whatNow = (recommendation: CardRecommendationRow | undefined): KnownBlock[] =>
  recommendation?.state === 'shipped'
    ? [
        richText(
          line(
            bold('What now: '),
            words(
              'People still say this after the fix shipped, so it is not solved. Reopen the recommendation to decide on it again. Marking it as validated would close the belief, although people still bring it up.',
            ),
          ),
        ),
      ]
    : [];

/** Questions of the study drafted for a gap, once the draft has content. */
const asks = ({ draftedQuestions }: CardGapRow): KnownBlock =>
  draftedQuestions.length > 0
    ? richText(
        line(bold('It asks:')),
        bullets(draftedQuestions.slice(0, 10).map((question) => [words(cut(question, 300))])),
      )
    : richText(line(words('The draft is being written.')));

/** The card's own quotes, except those already in the packet. */
function quotes(
  content: CardContent,
  packet: SignalPacket | undefined,
  view: Viewing,
): KnownBlock[] {
  const told = [...(packet?.evidence ?? []), ...(packet?.counterEvidence ?? [])];
  const shown = content.quotes
    .filter(({ evidenceId }) => !told.some((row) => row.evidenceId === evidenceId))
    .toSorted((a, b) => Number(a.against) - Number(b.against));
  return shown.length === 0
    ? []
    : [
        richText(
          ...shown.flatMap((one) =>
            quoteElements({ ...one, quote: cut(one.quote, WHOLE_QUOTE) }, view),
          ),
        ),
      ];
}

function beliefs(
  { beliefs: [, ...others], card }: CardMaterial,
  packet: SignalPacket,
  view: Viewing,
): KnownBlock[] {
  // a call shows the quote that it is about first
  const without = (rows: EvidenceRow[]) => rows.filter(({ quote }) => quote !== card.quote);
  const rest = {
    ...packet,
    evidence: without(packet.evidence),
    counterEvidence: without(packet.counterEvidence),
  };
  return [
    { type: 'divider' },
    ...signalBlocks(rest, { ...view, quote: WHOLE_QUOTE, studies: 20 }),
    ...(others.length > 0 ? [richText(alsoBasedOn(others, view))] : []),
    openRow(packet.signal),
  ];
}

const history = ({ history: rows }: CardMaterial): KnownBlock[] =>
  rows.map((row) => context(historyLine(row)));
