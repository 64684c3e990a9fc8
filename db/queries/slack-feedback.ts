import { teamStatement } from '../statement.js';

/** Stores whether an answer helped a user; the latest vote counts. */
export const giveFeedback = teamStatement<
  { answerId: string },
  {
    answerId: string;
    userId: string;
    helpful: boolean;
    question: string;
    covered: boolean | null;
    now: Date;
  }
>(
  'slack.giveFeedback',
  ($) => `
   insert into slack_feedback (team_id, answer_id, user_id, helpful, question, covered, given_at)
   values ($1, ${$.answerId}, ${$.userId}, ${$.helpful}, ${$.question}, ${$.covered}, ${$.now})
   on conflict (team_id, answer_id, user_id)
     do update set helpful = excluded.helpful, given_at = excluded.given_at
   returning answer_id as "answerId"`,
);

export interface FeedbackRow {
  question: string;
  covered: boolean | null;
  helpful: number;
  notHelpful: number;
  lastGivenAt: Date;
}

/** The votes on each answer, newest first, at most $2. */
export const feedbackOfTeam = teamStatement<FeedbackRow, [limit: number]>(
  'slack.feedbackOfTeam',
  `select min(question) as question, bool_and(covered) as covered,
          count(*) filter (where helpful)::int as helpful,
          count(*) filter (where not helpful)::int as "notHelpful",
          max(given_at) as "lastGivenAt"
     from slack_feedback where team_id = $1
    group by answer_id order by max(given_at) desc, answer_id limit $2`,
);
