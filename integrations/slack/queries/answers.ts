import { teamStatement } from '../../../db/statement.js';

export interface SharedAnswer {
  question: string;
  message: unknown;
  covered: boolean | null;
  /** Number of quotes behind the answer. */
  sources: number;
  /** True if the answer named an open gap. */
  gap: boolean;
}

const SHOWN = `question, message, covered, research_gap_id is not null as gap,
     (select count(distinct id)::int
        from jsonb_path_query(citations, '$[*].evidenceIds[*]') as id) as sources`;

/** Claims the right to share an answer, once; its latest version is shared. */
export const takeAnswer = teamStatement<SharedAnswer, [answerId: string]>(
  'slack.takeAnswer',
  `update slack_answers set shared_at = now(), shown_version = version
    where team_id = $1 and answer_id = $2 and shared_at is null
   returning ${SHOWN}`,
);

/** An answer and the message that shows it. */
export interface AnswerPlace {
  answerId: string;
  workspaceId: string;
  channelId: string;
  threadTs: string;
  messageTs: string;
}

/** Stores where an answer is posted; `isOutdated` is true if its text has changed since it was sent. */
export const answerPosted = teamStatement<{ isOutdated: boolean }, AnswerPlace>(
  'slack.answerPosted',
  ($) => `update slack_answers set workspace_id = ${$.workspaceId}, channel_id = ${$.channelId},
          thread_ts = ${$.threadTs}, message_ts = ${$.messageTs}
    where team_id = $1 and answer_id = ${$.answerId}
   returning version > shown_version as "isOutdated"`,
);

interface PostedAnswer extends SharedAnswer {
  answerId: string;
  askedBy: string;
  sharedAt: Date | null;
  channelId: string;
  messageTs: string;
  version: number;
}

/** Answers posted in workspace $2 that show an older version than the stored one, newest first. */
export const outdatedAnswers = teamStatement<PostedAnswer, [workspaceId: string]>(
  'slack.outdatedAnswers',
  `select answer_id as "answerId", asked_by as "askedBy", shared_at as "sharedAt",
          channel_id as "channelId", message_ts as "messageTs", version, ${SHOWN}
     from slack_answers
    where team_id = $1 and version > shown_version and message_ts is not null
      and coalesce(workspace_id, $2) = $2
    order by asked_at desc, answer_id`,
);

/** Stores that the posted answer shows version $3. */
export const answerShown = teamStatement<{ answerId: string }, [answerId: string, version: number]>(
  'slack.answerShown',
  `update slack_answers set shown_version = greatest(shown_version, $3)
    where team_id = $1 and answer_id = $2 returning answer_id as "answerId"`,
);

/** Releases the claim after sharing failed, so that it can be retried. */
export const giveAnswerBack = teamStatement<{ answerId: string }, [answerId: string]>(
  'slack.giveAnswerBack',
  `update slack_answers set shared_at = null where team_id = $1 and answer_id = $2
   returning answer_id as "answerId"`,
);

interface EarlierAnswer {
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

/** The message that shows an answer, if the answer still exists; both are null if we could not post it as our own message. */
export const placeOfAnswer = teamStatement<
  { channelId: string | null; messageTs: string | null },
  [answerId: string]
>(
  'slack.placeOfAnswer',
  `select channel_id as "channelId", message_ts as "messageTs" from slack_answers
    where team_id = $1 and answer_id = $2`,
);

/** Cancels a deferred answer (job kind $2, key $3) that has been given. */
export const settleOwed = teamStatement<{ key: string }, [kind: string, key: string]>(
  'slack.settleOwed',
  `delete from jobs where team_id = $1 and kind = $2 and key = $3 and locked_by is null returning key`,
);

/**
 * Deletes old answers. Private ones soon leave the user's screen; posted ones reflect erasures until they are
 * deleted.
 */
export const forgetAnswers = teamStatement<{ answerId: string }>(
  'slack.forgetAnswers',
  `delete from slack_answers where team_id = $1
      and asked_at < now() - case when message_ts is null then interval '7 days' else interval '90 days' end
   returning answer_id as "answerId"`,
);
