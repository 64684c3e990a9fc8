import { randomUUID } from 'node:crypto';
import { ResearchGap } from '../../../db/entities/research-gap.js';
import { Signal } from '../../../db/entities/signal.js';
import { Study } from '../../../db/entities/study.js';
import { enqueue } from '../../../db/queries/enqueue.js';
import { cardsChanged, noteOnCard } from '../../core/announce.js';
import { type Context, inTransaction } from '../../core/context.js';
import { invalidTransition, notFound } from '../../core/errors.js';
import { cut } from '../../core/words.js';
import { recordHistory } from '../history/history.js';
import { pendingGapCards } from '../queries/study-drafts.js';
import { draftName } from './draft-plan.js';
import { FILL_DRAFTED_STUDY } from './fill-drafted-study.js';

interface DraftedStudy {
  researchGapId: string;
  studyId: string;
}

/**
 * Creates a draft study from an open or accepted gap, or returns the one that exists. Objective and
 * learning targets follow in the background. Throws `not_found`, and `invalid_transition` for a
 * dismissed or applied gap, even if a study was drafted before.
 */
export const draftStudy = (ctx: Context, researchGapId: string): Promise<DraftedStudy> =>
  inTransaction(ctx, async (tx) => {
    // The lock serializes concurrent calls: the first drafts, the others find its draft.
    const gap = await tx.db.lock(ResearchGap, { researchGapId });
    if (!gap) throw notFound('research gap', researchGapId);
    if (gap.status === 'dismissed' || gap.status === 'applied') {
      throw invalidTransition(
        `This research gap is ${gap.status}, so no study can be drafted from it. Only an open or accepted gap can be drafted.`,
      );
    }
    if (gap.draftedStudyId) return { researchGapId, studyId: gap.draftedStudyId };
    return { researchGapId, studyId: await createDraft(tx, gap) };
  });

async function createDraft(tx: Context, gap: ResearchGap): Promise<string> {
  const { researchGapId, signalId } = gap;
  const signal = await tx.db.findOne(Signal, { signalId });
  if (!signal) throw notFound('signal', signalId);
  const studyId = `study-${randomUUID()}`;
  const name = draftName(gap.type, signal.label);
  await tx.db.insert(Study, { studyId, name, status: 'draft', createdAt: tx.now });
  await tx.db.update(ResearchGap, { researchGapId }, { draftedStudyId: studyId });
  await enqueue(tx.db, {
    kind: FILL_DRAFTED_STUDY,
    key: studyId,
    payload: { researchGapId, studyId },
  });
  await recordHistory(tx, {
    action: 'draft_study',
    subjectType: 'research_gap',
    subjectId: researchGapId,
    detail: { studyId },
  });
  const cards = await tx.db.rows(pendingGapCards, signalId, researchGapId);
  for (const { actionCardId } of cards) {
    await noteOnCard(tx, actionCardId, { kind: 'study_drafted', name });
  }
  await cardsChanged(tx, cards);
  return studyId;
}

const NAME_LIMIT = 120;

/**
 * Creates a draft study on a question that nothing covers yet; the question is its objective and
 * its first learning target.
 */
export const draftStudyForQuestion = (
  ctx: Context,
  question: string,
): Promise<{ studyId: string; name: string }> =>
  inTransaction(ctx, async (tx) => {
    const studyId = `study-${randomUUID()}`;
    const name = cut(question.replace(/\s+/g, ' ').trim(), NAME_LIMIT);
    await tx.db.insert(Study, {
      studyId,
      name,
      status: 'draft',
      createdAt: tx.now,
      objective: `Find out what people say about this question, which nothing answers yet: ${question}`,
      learningTargets: [{ targetId: 'target-1', question, priority: 'primary' }],
    });
    await recordHistory(tx, {
      action: 'draft_study',
      subjectType: 'study',
      subjectId: studyId,
      detail: { question },
    });
    return { studyId, name };
  });
