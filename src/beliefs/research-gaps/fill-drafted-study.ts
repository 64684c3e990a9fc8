import { z } from 'zod';
import { ResearchGap } from '../../../db/entities/research-gap.js';
import { Signal } from '../../../db/entities/signal.js';
import type { Context } from '../../core/context.js';
import { draftThemes, fillDraft } from '../queries/study-drafts.js';
import { evidenceOfSignals } from '../queries/work-packet.js';
import { draftPlan } from './draft-plan.js';
import { generatePlan } from './generate-plan.js';

export const FILL_DRAFTED_STUDY = 'fill-drafted-study';

const Payload = z.object({ researchGapId: z.string(), studyId: z.string() });

/** Number of themes that a draft asks about in addition to its main question. */
const THEMES = 3;

/**
 * Fills in a drafted study's objective and learning targets, written by the model if one is
 * configured, else assembled from gap, signal and evidence. Fills only empty fields, so it can
 * safely run again and never overwrites what a user wrote in the meantime.
 */
export const fillDraftedStudy = {
  kind: FILL_DRAFTED_STUDY,
  async run(ctx: Context, payload: unknown): Promise<void> {
    const { researchGapId, studyId } = Payload.parse(payload);
    const gap = await ctx.db.findOne(ResearchGap, { researchGapId });
    const signal = gap && (await ctx.db.findOne(Signal, { signalId: gap.signalId }));
    if (!gap || !signal) return;
    const [strongestAgainst] = await ctx.db.rows(evidenceOfSignals, [signal.signalId], 0, 1);
    const { type, description, suggestedAction } = gap;
    const { refNumber, label, participantCount, studyCount, counterParticipantCount } = signal;
    const facts = {
      gap: { type, description, suggestedAction },
      signal: { refNumber, label, participantCount, studyCount, counterParticipantCount },
      themes: await ctx.db.rows(draftThemes, signal.signalId, THEMES),
      opposingQuote: strongestAgainst?.quote,
    };
    const plan = (await generatePlan(ctx, facts)) ?? draftPlan(facts);
    await ctx.db.rows(fillDraft, studyId, plan.objective, JSON.stringify(plan.learningTargets));
  },
};
