import { z } from 'zod';
import { ResearchGap } from '../../db/entities/research-gap.js';
import { Signal } from '../../db/entities/signal.js';
import { draftThemes, fillDraft } from '../../db/queries/study-drafts.js';
import { evidenceOfSignals } from '../../db/queries/work-packet.js';
import type { Context } from '../context.js';
import { draftPlan } from './draft-plan.js';
import { generatePlan } from './generate-plan.js';

export const FILL_DRAFTED_STUDY = 'fill-drafted-study';

const Payload = z.object({ researchGapId: z.string(), studyId: z.string() });

/** Themes that a draft asks about beside its main question. */
const THEMES = 3;

/**
 * Gives a drafted study its objective and learning targets, by the model where one is configured, else
 * assembled from gap, signal and evidence. Fills only what is still empty, so it may run
 * again, and never over what a person wrote meanwhile.
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
