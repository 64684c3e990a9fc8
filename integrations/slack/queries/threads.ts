import { teamStatement } from '../../../db/statement.js';

/** A thread with an answer by the bot; every statement here takes $2 workspace, $3 channel, $4 thread. */
interface SlackThreadRow {
  /** The user whose next message may be a question to the bot; null once anyone else has posted. */
  asker: string | null;
  answeredAt: Date;
  /** When an answer there said how to silence the bot. */
  toldAt: Date | null;
  quietAt: Date | null;
}

export const threadState = teamStatement<
  SlackThreadRow,
  [workspaceId: string, channelId: string, threadTs: string]
>(
  'slack.threadState',
  `select asker, answered_at as "answeredAt", told_at as "toldAt", quiet_at as "quietAt"
     from slack_threads
    where team_id = $1 and workspace_id = $2 and channel_id = $3 and thread_ts = $4`,
);

/** Records that an answer to `asker` is in the thread; `told` if it says how to silence the bot. */
export const answeredInThread = teamStatement<
  { threadTs: string },
  { workspaceId: string; channelId: string; threadTs: string; asker: string; told: boolean }
>(
  'slack.answeredInThread',
  ($) => `insert into slack_threads as known
     (team_id, workspace_id, channel_id, thread_ts, asker, answered_at, told_at)
   values ($1, ${$.workspaceId}, ${$.channelId}, ${$.threadTs}, ${$.asker}, now(), case when ${$.told}::boolean then now() end)
   on conflict (team_id, workspace_id, channel_id, thread_ts) do update set
     asker = case when known.quiet_at is null then excluded.asker end,
     answered_at = excluded.answered_at, told_at = coalesce(known.told_at, excluded.told_at)
   returning thread_ts as "threadTs"`,
);

/** Records that people are now talking to each other here: only a mention is meant for the bot. */
export const leaveThread = teamStatement<
  { threadTs: string },
  [workspaceId: string, channelId: string, threadTs: string]
>(
  'slack.leaveThread',
  `update slack_threads set asker = null
    where team_id = $1 and workspace_id = $2 and channel_id = $3 and thread_ts = $4
      and asker is not null
   returning thread_ts as "threadTs"`,
);

/** Records that a user silenced the bot here; no row if it already is, or never answered here. */
export const quietThread = teamStatement<
  { threadTs: string },
  [workspaceId: string, channelId: string, threadTs: string]
>(
  'slack.quietThread',
  `update slack_threads set quiet_at = now(), asker = null
    where team_id = $1 and workspace_id = $2 and channel_id = $3 and thread_ts = $4
      and quiet_at is null
   returning thread_ts as "threadTs"`,
);

/** The thread of answer $3 in channel $2. */
export const threadOfAnswer = teamStatement<
  { threadTs: string },
  [channelId: string, messageTs: string]
>(
  'slack.threadOfAnswer',
  `select thread_ts as "threadTs" from slack_answers
    where team_id = $1 and channel_id = $2 and message_ts = $3 and thread_ts is not null
    limit 1`,
);

/** Deletes threads that are too old for follow-ups. */
export const forgetThreads = teamStatement<{ threadTs: string }>(
  'slack.forgetThreads',
  `delete from slack_threads where team_id = $1 and answered_at < now() - interval '90 days'
   returning thread_ts as "threadTs"`,
);
