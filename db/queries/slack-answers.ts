import { teamStatement } from '../statement.js';

export interface SharedAnswer {
  askedBy: string;
  question: string;
  message: unknown;
}

/** The right to share an answer, once. */
export const takeAnswer = teamStatement<SharedAnswer>(
  'slack.takeAnswer',
  `update slack_answers set shared_at = now()
    where team_id = $1 and answer_id = $2 and shared_at is null
   returning asked_by as "askedBy", question, message`,
);

/** Sharing failed: it may be tried again. */
export const giveAnswerBack = teamStatement<{ answerId: string }>(
  'slack.giveAnswerBack',
  `update slack_answers set shared_at = null where team_id = $1 and answer_id = $2
   returning answer_id as "answerId"`,
);

export const answerExists = teamStatement<{ answerId: string }>(
  'slack.answerExists',
  'select answer_id as "answerId" from slack_answers where team_id = $1 and answer_id = $2',
);

/** A private answer is gone from the screen long before. */
export const forgetAnswers = teamStatement<{ answerId: string }>(
  'slack.forgetAnswers',
  `delete from slack_answers where team_id = $1 and asked_at < now() - interval '7 days'
   returning answer_id as "answerId"`,
);
