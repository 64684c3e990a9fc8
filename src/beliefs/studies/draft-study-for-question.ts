import { randomUUID } from 'node:crypto';
import { Study } from '../../../db/entities/study.js';
import { type Context, inTransaction } from '../../core/context.js';
import { cut } from '../../core/words.js';
import { recordHistory } from '../history/record-history.js';

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
