import type { RecommendationState } from '../../../db/entities/recommendation.js';
import type { WorkItemState } from '../../../db/entities/work-item.js';
import { teamStatement } from '../../../db/statement.js';

/** The known state of a linked issue. */
export interface WorkItemStatusRow {
  externalId: string;
  nativeId: string;
  url: string;
  title: string;
  state: WorkItemState;
  /** For a deleted issue: its state when it was last seen. */
  stateBefore: WorkItemState | null;
  reopened: boolean;
  movedFrom: string | null;
  changedBy: string | null;
  /** By the tracker's clock. */
  updatedAt: string;
}

/** A link, with the known state of its issue. */
export interface FollowedLinkRow {
  recommendationId: string;
  normalizedUrl: string;
  url: string;
  title: string | null;
  linkedAt: Date;
  readAt: Date | null;
  status: WorkItemStatusRow | null;
}

const COLUMNS = `l.recommendation_id as "recommendationId", l.normalized_url as "normalizedUrl", l.url,
  l.title, l.linked_at as "linkedAt", s.read_at as "readAt",
  case when s.state is not null then json_build_object('externalId', s.external_id,
    'nativeId', s.native_id, 'url', s.url, 'title', s.title, 'state', s.state,
    'stateBefore', s.state_before, 'reopened', s.reopened, 'movedFrom', s.moved_from, 'changedBy', s.changed_by,
    'updatedAt', s.updated_at) end as status`;
const JOINED = `work_item_links l
  left join work_item_states s on s.team_id = l.team_id
   and s.recommendation_id = l.recommendation_id and s.normalized_url = l.normalized_url`;

export const followedLink = teamStatement<
  FollowedLinkRow,
  [recommendationId: string, normalizedUrl: string]
>(
  'workItemStates.link',
  `select ${COLUMNS} from ${JOINED}
    where l.team_id = $1 and l.recommendation_id = $2 and l.normalized_url = $3`,
);

/**
 * Serializes status updates of a recommendation's links with each other and with its other changes, which also lock
 * it first.
 */
export const lockRecommendation = teamStatement<
  { recommendationId: string },
  [recommendationId: string]
>(
  'workItemStates.lock',
  `select recommendation_id as "recommendationId" from recommendations
    where team_id = $1 and recommendation_id = $2 for update`,
);

/** The links to an issue of tracker $2, by its permanent id $3, its names $4, or its URL $5. */
export const linksOfIssue = teamStatement<
  { recommendationId: string; normalizedUrl: string },
  [
    tracker: string,
    nativeId: string,
    externalIds: readonly string[],
    normalizedUrls: readonly string[],
  ]
>(
  'workItemStates.linksOfIssue',
  `select l.recommendation_id as "recommendationId", l.normalized_url as "normalizedUrl"
     from ${JOINED}
    where l.team_id = $1 and ((s.tracker = $2 and (s.native_id = $3 or s.external_id = any($4)))
       or (s.state is null and ((l.provider = $2 and l.external_id = any($4))
           or l.normalized_url = any($5))))
    order by l.recommendation_id, l.normalized_url`,
);

export const writeStatus = teamStatement<
  { normalizedUrl: string },
  {
    recommendationId: string;
    normalizedUrl: string;
    tracker: string;
    externalId: string;
    nativeId: string;
    url: string;
    title: string;
    state: string;
    stateBefore: string | null;
    reopened: boolean;
    movedFrom: string | null;
    changedBy: string | null;
    updatedAt: Date;
    isRead: boolean;
  }
>(
  'workItemStates.write',
  ($) => `
   insert into work_item_states (team_id, recommendation_id, normalized_url, tracker, external_id,
     native_id, url, title, state, state_before, reopened, moved_from, changed_by, updated_at, read_at)
   values ($1, ${$.recommendationId}, ${$.normalizedUrl}, ${$.tracker}, ${$.externalId}, ${$.nativeId}, ${$.url}, ${$.title}, ${$.state}, ${$.stateBefore}, ${$.reopened}, ${$.movedFrom}, ${$.changedBy}, ${$.updatedAt}, case when ${$.isRead} then now() end)
   on conflict (team_id, recommendation_id, normalized_url) do update set
     tracker = excluded.tracker, external_id = excluded.external_id,
     native_id = excluded.native_id, url = excluded.url, title = excluded.title,
     state = excluded.state, state_before = excluded.state_before, reopened = excluded.reopened, moved_from = excluded.moved_from,
     changed_by = excluded.changed_by, updated_at = excluded.updated_at,
     read_at = coalesce(excluded.read_at, work_item_states.read_at)
   returning normalized_url as "normalizedUrl"`,
);

/** Records that the tracker was read and reported no change. */
export const statusRead = teamStatement<
  { normalizedUrl: string },
  [recommendationId: string, normalizedUrl: string]
>(
  'workItemStates.read',
  `update work_item_states set read_at = now()
    where team_id = $1 and recommendation_id = $2 and normalized_url = $3
   returning normalized_url as "normalizedUrl"`,
);

/**
 * Links not read lately, a page of $5 after ($2, $3, $4), longest unread first: issues in progress every quarter of
 * an hour, issues that have ended once a day.
 */
export const linksToRead = teamStatement<
  FollowedLinkRow,
  [readAt: Date | null, recommendationId: string, normalizedUrl: string, limit: number]
>(
  'workItemStates.toRead',
  `select ${COLUMNS} from ${JOINED}
     join recommendations r on r.team_id = l.team_id and r.recommendation_id = l.recommendation_id
    where l.team_id = $1 and r.published
      and (coalesce(s.read_at, '-infinity'), l.recommendation_id, l.normalized_url)
        > (coalesce($2::timestamptz, '-infinity'), $3, $4)
      and (s.read_at is null or s.read_at < now() - case when s.state in ('open', 'started')
             then interval '1 minute' else interval '1 day' end)
    order by coalesce(s.read_at, '-infinity'), l.recommendation_id, l.normalized_url limit $5`,
);

export const recommendationState = teamStatement<
  { state: RecommendationState },
  [recommendationId: string]
>(
  'workItemStates.recommendation',
  `select state from recommendations where team_id = $1 and recommendation_id = $2 and published`,
);

/** Other work items of the recommendation that are still in progress or whose state is unknown. */
export const unfinishedWorkItems = teamStatement<
  { count: number },
  [recommendationId: string, normalizedUrl: string]
>(
  'workItemStates.unfinished',
  `select count(*)::int as count from ${JOINED}
    where l.team_id = $1 and l.recommendation_id = $2 and l.normalized_url <> $3
      and coalesce(s.state, 'open') in ('open', 'started')`,
);
