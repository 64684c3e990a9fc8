import { teamStatement } from '../../../db/statement.js';

export interface SharedAnswer {
  question: string;
  message: unknown;
  covered: boolean | null;
  /** Number of quotes behind it. */
  sources: number;
  /** True if it named an open gap. */
  gap: boolean;
}

/** Claims the right to share an answer, once. */
export const takeAnswer = teamStatement<SharedAnswer, [answerId: string]>(
  'slack.takeAnswer',
  `update slack_answers set shared_at = now()
    where team_id = $1 and answer_id = $2 and shared_at is null
   returning question, message, covered, research_gap_id is not null as gap,
     (select count(distinct id)::int
        from jsonb_path_query(citations, '$[*].evidenceIds[*]') as id) as sources`,
);

/** Releases the claim after sharing failed, so that it can be retried. */
export const giveAnswerBack = teamStatement<{ answerId: string }, [answerId: string]>(
  'slack.giveAnswerBack',
  `update slack_answers set shared_at = null where team_id = $1 and answer_id = $2
   returning answer_id as "answerId"`,
);

export interface EarlierAnswer {
  question: string;
  answer: string | null;
}

/** Questions and answers in a thread ($3) of a channel ($2) since $4, newest first, at most $5. */
export const answersInThread = teamStatement<
  EarlierAnswer,
  [channelId: string, threadTs: string, since: Date, limit: number]
>(
  'slack.answersInThread',
  `select question, answer from slack_answers
    where team_id = $1 and channel_id = $2 and thread_ts = $3 and asked_at >= $4
    order by asked_at desc, answer_id limit $5`,
);

export const answerExists = teamStatement<{ answerId: string }, [answerId: string]>(
  'slack.answerExists',
  'select answer_id as "answerId" from slack_answers where team_id = $1 and answer_id = $2',
);

/** Cancels a deferred answer (job kind $2, key $3) that was given. */
export const settleOwed = teamStatement<{ key: string }, [kind: string, key: string]>(
  'slack.settleOwed',
  `delete from jobs where team_id = $1 and kind = $2 and key = $3 and locked_by is null returning key`,
);

/** Deletes private answers, which leave the user's screen long before. */
export const forgetAnswers = teamStatement<{ answerId: string }>(
  'slack.forgetAnswers',
  `delete from slack_answers where team_id = $1 and asked_at < now() - interval '7 days'
   returning answer_id as "answerId"`,
);
