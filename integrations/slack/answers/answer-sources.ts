import type { KnownBlock, ModalView } from '@slack/types';
import { z } from 'zod';
import { SlackAnswer } from '../../../db/entities/slack.js';
import { signalsById } from '../../../db/queries/ask-material.js';
import type { EvidenceRow } from '../../../db/queries/evidence.js';
import { foundEvidenceOfSignal } from '../../../db/queries/evidence-search.js';
import type { Context } from '../../../src/core/context.js';
import { pageAddress } from '../../../src/core/page-links.js';
import { readSettings } from '../../../src/core/team-settings.js';
import { quoteLines, type Viewing } from '../blocks/quotes.js';
import { bold, boldLink, line, richText, words } from '../blocks/rich-text.js';
import { showPeople } from '../blocks/show-people.js';
import { label, ours } from '../blocks/text.js';
import type { Action } from '../requests/handlers.js';
import { openModal } from '../requests/modals.js';
import { tooOld } from './answer-feedback.js';

const Citations = z.array(
  z.object({ ref: z.string(), signalId: z.string(), evidenceIds: z.array(z.string()) }),
);

/** Opens a modal with every quote behind an answer. */
export const openSources: Action = async ({ slack, ctx, subjectId, triggerId }) => {
  const answer = await ctx.db.findOne(SlackAnswer, { answerId: subjectId });
  if (!answer) throw tooOld();
  const fill = await openModal(slack, triggerId);
  const beliefs = await sourceBeliefs(ctx, Citations.parse(answer.citations));
  const { names } = await readSettings(ctx.db);
  const view = sourcesModal(answer.question, beliefs, { now: ctx.now, names, pages: ctx.pages });
  await fill(await showPeople(ctx, names, view));
};

/** Reads the current state of the quotes, without those withdrawn or erased since. */
async function sourceBeliefs(
  ctx: Context,
  citations: z.infer<typeof Citations>,
): Promise<SourceBelief[]> {
  const ids = citations.map(({ signalId }) => signalId);
  const labels = new Map(
    (await ctx.db.rows(signalsById, ids)).map(({ signalId, label }) => [signalId, label]),
  );
  const beliefs = await Promise.all(
    citations.map(async ({ ref, signalId, evidenceIds }) => ({
      ref,
      signalId,
      label: labels.get(signalId) ?? '',
      quotes: await ctx.db.rows(foundEvidenceOfSignal, evidenceIds, signalId),
    })),
  );
  return beliefs.filter(({ quotes }) => quotes.length > 0);
}

/** A belief behind an answer, with its quotes for and against. */
interface SourceBelief {
  ref: string;
  signalId: string;
  label: string;
  quotes: readonly EvidenceRow[];
}

const QUOTE = 1000;

/** Every quote behind an answer, with its belief, person, study and age. */
export const sourcesModal = (
  question: string,
  beliefs: readonly SourceBelief[],
  view: Viewing,
): ModalView => ({
  type: 'modal',
  title: ours('Sources'),
  close: ours('Close'),
  blocks: [
    richText(line(bold(label(question, 300)))),
    ...(beliefs.length > 0
      ? beliefs.flatMap((belief) => beliefBlocks(belief, view))
      : [richText(line(words('The evidence behind this answer has since been withdrawn.')))]),
  ],
});

function beliefBlocks(
  { ref, signalId, label: name, quotes }: SourceBelief,
  view: Viewing,
): KnownBlock[] {
  const ofKind = (kind: EvidenceRow['kind'], title: string): KnownBlock[] => {
    const said = quotes.filter((quote) => quote.kind === kind);
    if (said.length === 0) return [];
    const lines = said.flatMap((quote) => quoteLines(quote.quote, quote, view, QUOTE));
    return [richText(line(bold(title)), ...lines)];
  };
  return [
    { type: 'divider' },
    richText(
      line(boldLink(pageAddress(view.pages, { signalId }), ref), words(` ${label(name, 200)}`)),
    ),
    ...ofKind('evidence', 'What people said'),
    ...ofKind('counterEvidence', 'Evidence against it'),
  ];
}
