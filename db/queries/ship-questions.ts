import type { RecommendationState } from '../entities/recommendation.js';
import type { ShipAnswer } from '../entities/work-item.js';
import { teamStatement } from '../statement.js';

/** Inserts a question; no row if the recommendation already has an open one. */
export const openQuestion = teamStatement<
  { questionId: string },
  {
    questionId: string;
    recommendationId: string;
    normalizedUrl: string;
    completedBy: string | null;
    askedAt: Date;
  }
>(
  'shipQuestions.open',
  ($) => `insert into ship_questions
     (team_id, question_id, recommendation_id, normalized_url, completed_by, asked_at)
   values ($1, ${$.questionId}, ${$.recommendationId}, ${$.normalizedUrl}, ${$.completedBy}, ${$.askedAt})
   on conflict (team_id, recommendation_id) where closed_at is null do nothing
   returning question_id as "questionId"`,
);

/** The open question of recommendation $2. */
export const askedQuestion = teamStatement<{ questionId: string }, [recommendationId: string]>(
  'shipQuestions.asked',
  `select question_id as "questionId" from ship_questions
    where team_id = $1 and recommendation_id = $2 and closed_at is null`,
);

/** Closes a question ($2 question, $3 answer, $4 who, $5 when); no row if it is already closed. */
export const closeQuestion = teamStatement<
  { recommendationId: string },
  [questionId: string, closedAs: string, closedBy: string, now: Date]
>(
  'shipQuestions.close',
  `update ship_questions set closed_at = $5, closed_as = $3, closed_by = $4
    where team_id = $1 and question_id = $2 and closed_at is null
   returning recommendation_id as "recommendationId"`,
);

/** Withdraws the question that link $3 of recommendation $2 raised, because its issue is open again. */
export const withdrawQuestion = teamStatement<
  { questionId: string },
  [recommendationId: string, normalizedUrl: string, now: Date]
>(
  'shipQuestions.withdraw',
  `update ship_questions set closed_at = $4, closed_as = 'withdrawn'
    where team_id = $1 and recommendation_id = $2 and normalized_url = $3 and closed_at is null
   returning question_id as "questionId"`,
);

/** Reopens the last question that link $3 of recommendation $2 raised, if it was withdrawn and none is open. */
export const bringBackQuestion = teamStatement<
  { questionId: string },
  [recommendationId: string, normalizedUrl: string]
>(
  'shipQuestions.bringBack',
  `update ship_questions q set closed_at = null, closed_as = null
     from recommendations r
    where q.team_id = $1 and q.recommendation_id = $2 and q.normalized_url = $3
      and q.closed_as = 'withdrawn'
      and r.team_id = $1 and r.recommendation_id = $2 and r.state in ('open', 'accepted')
      and not exists (select from ship_questions o
            where o.team_id = $1 and o.recommendation_id = $2
              and (o.closed_at is null or (o.normalized_url = $3 and o.asked_at > q.asked_at)))
   returning q.question_id as "questionId"`,
);

/** Closes the question of a recommendation that has moved on, with actor ($3) and time ($4). */
export const closeOutdatedQuestion = teamStatement<
  { questionId: string },
  [recommendationId: string, closedBy: string, now: Date]
>(
  'shipQuestions.closeOutdated',
  `update ship_questions q
      set closed_at = $4, closed_by = $3,
          closed_as = case when r.outcome = 'shipped' then 'shipped' else 'settled' end
     from recommendations r
    where q.team_id = $1 and q.recommendation_id = $2 and q.closed_at is null
      and r.team_id = $1 and r.recommendation_id = q.recommendation_id
      and r.state not in ('open', 'accepted')
   returning q.question_id as "questionId"`,
);

export interface ShipQuestionRow {
  questionId: string;
  recommendationId: string;
  title: string;
  state: RecommendationState;
  tracker: string | null;
  externalId: string | null;
  url: string;
  /** The agent's merged pull request, if the issue itself is not completed. */
  pullName: string | null;
  pullUrl: string | null;
  completedBy: string | null;
  unfinished: number;
  askedAt: Date;
  closedAt: Date | null;
  closedAs: ShipAnswer | null;
  closedBy: string | null;
}

export const shipQuestion = teamStatement<ShipQuestionRow, [questionId: string]>(
  'shipQuestions.read',
  `select q.question_id as "questionId", q.recommendation_id as "recommendationId", r.title, r.state,
          s.tracker, s.external_id as "externalId", coalesce(s.url, l.url) as url,
          h.pull_name as "pullName", h.pull_url as "pullUrl", q.completed_by as "completedBy", q.asked_at as "askedAt",
          q.closed_at as "closedAt", q.closed_as as "closedAs", q.closed_by as "closedBy",
          (select count(*)::int from work_item_states o
            where o.team_id = $1 and o.recommendation_id = q.recommendation_id
              and o.normalized_url <> q.normalized_url and o.state in ('open', 'started')) as unfinished
     from ship_questions q
     join recommendations r on r.team_id = q.team_id and r.recommendation_id = q.recommendation_id
     join work_item_links l on l.team_id = q.team_id
      and l.recommendation_id = q.recommendation_id and l.normalized_url = q.normalized_url
     left join work_item_states s on s.team_id = q.team_id
      and s.recommendation_id = q.recommendation_id and s.normalized_url = q.normalized_url
     left join handovers h on h.team_id = q.team_id and h.pull_state = 'merged'
      and h.recommendation_id = q.recommendation_id and h.normalized_url = q.normalized_url
      and s.state is distinct from 'completed'
    where q.team_id = $1 and q.question_id = $2`,
);
