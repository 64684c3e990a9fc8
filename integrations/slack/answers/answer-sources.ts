import { z } from 'zod';
import { SlackAnswer } from '../../../db/entities/slack.js';
import { signalsById } from '../../../db/queries/ask-material.js';
import { foundEvidenceOfSignal } from '../../../db/queries/evidence-search.js';
import type { Context } from '../../../src/core/context.js';
import { readSettings } from '../../../src/core/team-settings.js';
import { showPeople } from '../blocks/show-people.js';
import type { Action } from '../requests/click.js';
import { openModal } from '../requests/open-modal.js';
import { tooOld } from './answer-of.js';
import { type SourceBelief, sourcesModal } from './sources-modal.js';

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
  const view = sourcesModal(answer.question, beliefs, { now: ctx.now, names });
  await fill(await showPeople(ctx, names, view));
};

/** Reads the quotes as they are now, without those withdrawn or erased since. */
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
      label: labels.get(signalId) ?? '',
      quotes: await ctx.db.rows(foundEvidenceOfSignal, evidenceIds, signalId),
    })),
  );
  return beliefs.filter(({ quotes }) => quotes.length > 0);
}
