import type { QuestionState, ReplyKind } from '../../../db/entities/work-item.js';
import { type Placeholders, systemStatement, teamStatement } from '../../../db/statement.js';

/** A question that is not settled. */
export interface QuestionRow {
  questionId: string;
  state: QuestionState;
  reply: ReplyKind;
  threadId: string | null;
  externalId: string;
  nativeId: string;
  url: string;
  askedBy: string | null;
  question: string | null;
  noticeId: string;
  replyId: string;
  askedAt: Date;
  turn: number;
  /** Milliseconds since the reply was sent and may have been posted; by the database's clock. */
  sinceSentMs: number | null;
}

/** Serializes the questions of one issue until the transaction ends, so that they are counted exactly. */
export const lockIssue = teamStatement<{ locked: string }, [provider: string, nativeId: string]>(
  'issueQuestions.lockIssue',
  `select pg_advisory_xact_lock(hashtextextended(concat_ws(' ', 'questions in', $1::text, $2::text, $3::text), 0))::text as locked
     from teams where team_id = $1`,
);

/** Adds a question unless it is known. Beyond `limit` questions per issue and hour, its reply says only that. */
export const addQuestion = teamStatement<
  { questionId: string },
  {
    provider: string;
    questionId: string;
    stops: boolean;
    threadId: string | null;
    externalId: string;
    nativeId: string;
    url: string;
    askedBy: string;
    question: string;
    limit: number;
  }
>(
  'issueQuestions.add',
  ($) => `insert into issue_questions
     (team_id, provider, question_id, reply, thread_id, external_id, native_id, url, asked_by, question)
   select $1, ${$.provider}, ${$.questionId},
          case when ${$.stops}::boolean then 'stop'
               when (select count(*) from issue_questions q
                      where q.team_id = $1 and q.provider = ${$.provider} and q.native_id = ${$.nativeId}
                        and q.asked_at > now() - interval '1 hour'
                        and q.state <> 'declined' and q.reply in ('answer', 'apology')) >= ${$.limit}::int
               then 'limit' else 'answer' end,
          ${$.threadId}, ${$.externalId}, ${$.nativeId}, ${$.url}, ${$.askedBy}, ${$.question}
   on conflict (team_id, provider, question_id) do nothing
   returning question_id as "questionId"`,
);

/** Settles the questions of a thread ($3), except those that asked to stop it. */
export const stopThread = teamStatement<
  { questionId: string },
  [provider: string, threadId: string, from: readonly QuestionState[]]
>(
  'issueQuestions.stopThread',
  `update issue_questions
      set state = 'stopped', settled_at = now(), question = null, asked_by = null
    where team_id = $1 and provider = $2 and thread_id = $3 and state = any($4) and reply <> 'stop'
   returning question_id as "questionId"`,
);

export const openQuestion = teamStatement<QuestionRow, [provider: string, questionId: string]>(
  'issueQuestions.open',
  `select question_id as "questionId", state, reply, thread_id as "threadId",
          external_id as "externalId", native_id as "nativeId", url, asked_by as "askedBy", question,
          notice_id as "noticeId", reply_id as "replyId", asked_at as "askedAt", turn,
          (extract(epoch from now() - sent_at) * 1000)::float8 as "sinceSentMs"
     from issue_questions
    where team_id = $1 and provider = $2 and question_id = $3 and settled_at is null`,
);

interface Step {
  provider: string;
  questionId: string;
  from: readonly QuestionState[];
}

const allowed = ($: Placeholders<Step>): string =>
  `team_id = $1 and provider = ${$.provider} and question_id = ${$.questionId} and state = any(${$.from})`;

export const noticeQuestion = teamStatement<{ turn: number }, Step & { to: QuestionState }>(
  'issueQuestions.notice',
  ($) => `update issue_questions set state = ${$.to} where ${allowed($)} returning turn`,
);

/** Claims the right to send, for the process that read this turn. */
export const sendReply = teamStatement<
  { turn: number },
  Step & { to: QuestionState; turn: number }
>(
  'issueQuestions.send',
  ($) => `update issue_questions set state = ${$.to}, turn = turn + 1, sent_at = now()
    where ${allowed($)} and turn = ${$.turn} returning turn`,
);

/** Records that the sending of this turn definitely had no effect. */
export const replyNotSent = teamStatement<
  { turn: number },
  Step & { to: QuestionState; turn: number }
>(
  'issueQuestions.notSent',
  ($) => `update issue_questions set state = ${$.to}, sent_at = null
    where ${allowed($)} and turn = ${$.turn} returning turn`,
);

export const moveQuestion = teamStatement<{ turn: number }, Step & { to: QuestionState }>(
  'issueQuestions.move',
  ($) => `update issue_questions
      set state = ${$.to}, settled_at = now(), question = null, asked_by = null
    where ${allowed($)} returning turn`,
);

/** Turns the one reply into an apology; no row if it is already something else than an answer. */
export const apologize = teamStatement<{ turn: number }, Step>(
  'issueQuestions.apologize',
  ($) =>
    `update issue_questions set reply = 'apology' where ${allowed($)} and reply = 'answer' returning turn`,
);

/** Published recommendations ($2) with the refs of the beliefs behind them, in order. */
export const beliefsBehind = teamStatement<
  { recommendationId: string; refNumbers: number[] },
  [recommendationIds: readonly string[]]
>(
  'issueQuestions.beliefsBehind',
  `select r.recommendation_id as "recommendationId",
          coalesce(array_agg(s.ref_number order by rs.position, s.ref_number)
                     filter (where s.ref_number is not null), '{}') as "refNumbers"
     from recommendations r
     left join recommendation_signals rs
       on rs.team_id = r.team_id and rs.recommendation_id = r.recommendation_id
     left join signals s on s.team_id = rs.team_id and s.signal_id = rs.signal_id
    where r.team_id = $1 and r.recommendation_id = any($2) and r.published
    group by r.recommendation_id order by array_position($2, r.recommendation_id)`,
);

/** Deletes settled questions that are too old for any tracker to deliver them again. */
export const forgetQuestions = systemStatement(
  'issueQuestions.forget',
  `delete from issue_questions where asked_at < now() - interval '30 days'`,
);
