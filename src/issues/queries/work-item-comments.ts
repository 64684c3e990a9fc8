import { teamStatement } from '../../../db/statement.js';

/**
 * Adds one comment per link of recommendation $2, with cause $3 and text $4, unless it exists
 * already.
 */
export const addComments = teamStatement<
  { commentId: string },
  [recommendationId: string, cause: string, markdown: string]
>(
  'workItemComments.add',
  `insert into work_item_comments
     (team_id, comment_id, recommendation_id, normalized_url, cause, markdown)
   select $1, gen_random_uuid(), recommendation_id, normalized_url, $3, $4
     from work_item_links where team_id = $1 and recommendation_id = $2
   on conflict (team_id, recommendation_id, normalized_url, cause) do nothing
   returning comment_id as "commentId"`,
);

export interface CommentRow {
  commentId: string;
  recommendationId: string;
  markdown: string;
  createdAt: Date;
  turn: number;
  /** Milliseconds since it was sent and may have been posted; by the database's clock. */
  sinceSentMs: number | null;
  /** URL of the issue as it was linked. */
  url: string;
  externalId: string | null;
  nativeId: string | null;
}

/** A comment that is not known to be posted. */
export const pendingComment = teamStatement<CommentRow, [commentId: string]>(
  'workItemComments.pending',
  `select c.comment_id as "commentId", c.recommendation_id as "recommendationId", c.markdown,
          c.created_at as "createdAt", c.turn,
          (extract(epoch from now() - c.sent_at) * 1000)::float8 as "sinceSentMs",
          l.url, s.external_id as "externalId", s.native_id as "nativeId"
     from work_item_comments c
     join work_item_links l on l.team_id = c.team_id
      and l.recommendation_id = c.recommendation_id and l.normalized_url = c.normalized_url
     left join work_item_states s on s.team_id = c.team_id
      and s.recommendation_id = c.recommendation_id and s.normalized_url = c.normalized_url
    where c.team_id = $1 and c.comment_id = $2 and c.posted_at is null and c.failure is null`,
);

/** Claims the right to send, for the process that read turn $3; no row if another process has claimed it. */
export const sendComment = teamStatement<{ turn: number }, [commentId: string, turn: number]>(
  'workItemComments.send',
  `update work_item_comments set turn = turn + 1, sent_at = now()
    where team_id = $1 and comment_id = $2 and turn = $3 and posted_at is null
   returning turn`,
);

/** Records that the sending of turn $3 definitely had no effect. */
export const commentNotSent = teamStatement<{ turn: number }, [commentId: string, turn: number]>(
  'workItemComments.notSent',
  `update work_item_comments set sent_at = null
    where team_id = $1 and comment_id = $2 and turn = $3
   returning turn`,
);

export const commentPosted = teamStatement<{ turn: number }, [commentId: string]>(
  'workItemComments.posted',
  `update work_item_comments set posted_at = now() where team_id = $1 and comment_id = $2
   returning turn`,
);

/** Records that the comment will never be sent again, and why ($3). */
export const commentFailed = teamStatement<{ turn: number }, [commentId: string, failure: string]>(
  'workItemComments.failed',
  `update work_item_comments set failure = $3 where team_id = $1 and comment_id = $2
   returning turn`,
);
