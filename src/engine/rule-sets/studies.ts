import { CARD_TYPES } from '../../../db/entities/action-card.js';
import { statementVariants } from '../../../db/queries/keyset.js';
import { teamStatement } from '../../../db/statement.js';
import { SATURATION_INTERVIEWS } from '../../core/numbers.js';
import { counted, cut, named } from '../../core/words.js';
import type { Cause, RuleSet } from '../cause.js';

interface FinishedStudyRow {
  studyId: string;
  name: string;
  questions: string[];
}

/** Completed studies that suggest next questions; with `only`, those in `$2`. */
const studiesWithQuestions = statementVariants<
  FinishedStudyRow,
  { only: boolean },
  [studyIds: readonly string[] | null]
>(({ only }) =>
  teamStatement(
    `engine.studiesWithQuestions${only ? '.only' : ''}`,
    `select study_id as "studyId", name, summary -> 'suggestedNextQuestions' as questions
         from studies
        where team_id = $1 and status = 'completed'
          and jsonb_array_length(coalesce(summary -> 'suggestedNextQuestions', '[]')) > 0
          and ${only ? 'study_id = any ($2::text[])' : '$2::text[] is null'}
        order by study_id`,
  ),
);

/**
 * Active studies with more than `$3` analyzed interviews whose last `$3` brought no new theme; with `only`,
 * those in `$2`.
 */
const saturatedStudies = statementVariants<
  { studyId: string; name: string; analyzedCount: number },
  { only: boolean },
  [studyIds: readonly string[] | null, limit: number]
>(({ only }) =>
  teamStatement(
    `engine.saturatedStudies${only ? '.only' : ''}`,
    `select s.study_id as "studyId", s.name, s.analyzed_count as "analyzedCount"
       from studies s
      cross join lateral (
        select array_agg(source_item_id) as ids from (
          select i.source_item_id from source_items i
           where i.team_id = $1 and i.study_id = s.study_id and i.status = 'analyzed'
           order by i.captured_at desc, i.source_item_id limit $3::int) last) recent
      where s.team_id = $1 and s.status = 'active' and s.analyzed_count > $3::int and s.theme_count > 0
        and not exists (
          select from evidence e
           where e.team_id = $1 and e.source_item_id = any (recent.ids) and e.qualifies
             and not exists (
               select from evidence known
                where known.team_id = $1 and known.theme_id = e.theme_id and known.qualifies
                  and known.source_item_id <> all (recent.ids)))
        and ${only ? 's.study_id = any ($2::text[])' : '$2::text[] is null'}
      order by s.study_id`,
  ),
);

const QUESTION_LIMIT = 300;
/** Neither is urgent: they matter when the next study is planned. */
const URGENCY = 0.4;

/** Studies that are done: completed with questions left, or saturated. */
export const studies = {
  rules: ['follow_up_suggestion', 'study_saturation'],
  about: 'study',
  async causes(tx, { study: ids }) {
    const only = ids !== null;
    const finished = await tx.db.rows(studiesWithQuestions({ only }), ids);
    const saturated = await tx.db.rows(saturatedStudies({ only }), ids, SATURATION_INTERVIEWS);
    return [
      ...finished.map(({ studyId, name, questions }) =>
        card('follow_up_suggestion', studyId, {
          why: `${named(name)} is completed and suggests ${counted(questions.length, 'question')}`,
          summary: `${named(name)} is completed and suggests ${counted(questions.length, 'question')} to ask next: ${cut(questions[0] ?? '', QUESTION_LIMIT)}`,
        }),
      ),
      ...saturated.map(({ studyId, name, analyzedCount }) =>
        card('study_saturation', studyId, {
          why: `${named(name)}: no new theme in the last ${SATURATION_INTERVIEWS} of ${analyzedCount} interviews`,
          summary: `The last ${SATURATION_INTERVIEWS} of ${analyzedCount} interviews in ${named(name)} brought no new theme: the next ones may be better spent elsewhere.`,
        }),
      ),
    ];
  },
} satisfies RuleSet;

const card = (
  rule: 'follow_up_suggestion' | 'study_saturation',
  studyId: string,
  { why, summary }: { why: string; summary: string },
): Cause => ({
  key: `${rule}:${studyId}`,
  aboutId: studyId,
  why,
  match: { studyId },
  opens: 'card',
  rule,
  card: { summary, priority: CARD_TYPES[rule].tier, urgency: URGENCY, studyIds: [studyId] },
});
