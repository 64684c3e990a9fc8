import { teamStatement } from '../statement.js';

/**
 * Stores whether an answer ($2) helped a user ($3). The latest vote ($4, at $5) counts and drops an earlier reason.
 * The question, the kind of answer and its beliefs are copied, since answers are kept only for some days. No row if
 * the answer is gone.
 */
export const giveFeedback = teamStatement<
  { answerId: string },
  [answerId: string, userId: string, helpful: boolean, now: Date]
>(
  'slack.giveFeedback',
  `insert into slack_feedback (team_id, answer_id, user_id, helpful, question, covered, kind, refs, given_at)
   select $1, answer_id, $3, $4, question, covered, kind,
     array(select jsonb_array_elements(citations) ->> 'ref'), $5
   from slack_answers where team_id = $1 and answer_id = $2
   on conflict (team_id, answer_id, user_id)
     do update set helpful = excluded.helpful, given_at = excluded.given_at, reason = null
   returning answer_id as "answerId"`,
);

/** Adds the reason ($4) to a user's ($3) vote that an answer ($2) did not help. */
export const giveReason = teamStatement<
  { answerId: string },
  [answerId: string, userId: string, reason: string]
>(
  'slack.giveReason',
  `update slack_feedback set reason = $4
   where team_id = $1 and answer_id = $2 and user_id = $3 and not helpful
   returning answer_id as "answerId"`,
);

export interface FeedbackRow {
  question: string;
  covered: boolean | null;
  kind: string | null;
  /** Refs of the beliefs that the answer cited. */
  refs: string[];
  helpful: number;
  notHelpful: number;
  /** Reasons why it did not help, one per user who gave one. */
  reasons: string[];
  lastGivenAt: Date;
}

/** The votes on each answer, newest first, at most $2. */
export const feedbackOfTeam = teamStatement<FeedbackRow, [limit: number]>(
  'slack.feedbackOfTeam',
  `select min(question) as question, bool_and(covered) as covered, min(kind) as kind,
          min(refs) as refs,
          count(*) filter (where helpful)::int as helpful,
          count(*) filter (where not helpful)::int as "notHelpful",
          coalesce(array_agg(reason order by given_at) filter (where reason is not null), '{}') as reasons,
          max(given_at) as "lastGivenAt"
     from slack_feedback where team_id = $1
    group by answer_id order by max(given_at) desc, answer_id limit $2`,
);
