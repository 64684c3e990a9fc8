import type { ActionCardType } from '../entities/action-card.js';
import { teamStatement } from '../statement.js';
import { inboxOrder } from './action-cards.js';
import type { BeliefRow } from './card-material.js';
import { WAITS_FOR_CHANNEL } from './slack-channel-cards.js';

/** The columns of a belief that a digest compares. */
export interface DigestBeliefRow extends BeliefRow {
  createdAt: Date;
}

/** Every open belief, most supported first. */
export const digestBeliefs = teamStatement<DigestBeliefRow>(
  'digest.beliefs',
  `select signal_id as "signalId", ref_number as "refNumber", label, description, archived, stage,
          trajectory, participant_count as "participantCount", study_count as "studyCount",
          counter_participant_count as "counterParticipantCount",
          latest_captured_at as "latestCapturedAt", created_at as "createdAt"
     from signals where team_id = $1 and not archived
    order by participant_count desc, signal_id`,
);

export interface ShippedRow {
  recommendationId: string;
  title: string;
}

/** Recommendations marked as shipped since $2. */
export const shippedSince = teamStatement<ShippedRow, [since: Date]>(
  'digest.shipped',
  `select recommendation_id as "recommendationId", title from recommendations
    where team_id = $1 and published and outcome = 'shipped' and outcome_at > $2
    order by outcome_at, recommendation_id`,
);

export interface WaitingCardRow {
  actionCardId: string;
  type: ActionCardType;
  summary: string;
  /** Title of the recommendation that the card proposes, if any. */
  title: string | null;
  createdAt: Date;
  /** The participant that the summary may name. */
  participantName: string | null;
  /** Numbers of waiting cards: all, and those created since $4. */
  total: number;
  fresh: number;
}

const waiting = (limit: number): string =>
  `select c.action_card_id as "actionCardId", c.type, c.summary, r.title,
          c.created_at as "createdAt", p.display_name as "participantName",
          count(*) over ()::int as total,
          count(*) filter (where c.created_at > $4) over ()::int as fresh
     from action_cards c
     left join recommendations r on r.team_id = $1 and r.recommendation_id = c.recommendation_id
      and c.type = 'new_recommendation'
     left join participants p on p.team_id = $1 and p.participant_id = c.participant_id
    where ${WAITS_FOR_CHANNEL}
    order by ${inboxOrder}
    limit ${limit}`;

/** The first 5 pending, visible cards that channel $3 of workspace $2 never had, in rank order. */
export const waitingCards = teamStatement<
  WaitingCardRow,
  [workspaceId: string, channelId: string, since: Date]
>('digest.waiting', waiting(5));

/** The first 40, for the message that lists the waiting cards: Slack allows 50 blocks in a message. */
export const firstWaitingCards = teamStatement<
  WaitingCardRow,
  [workspaceId: string, channelId: string, now: Date]
>('digest.firstWaiting', waiting(40));

/** The last digest posted before slot $4, with the state of the beliefs at that time. */
export const digestBefore = teamStatement<
  { state: unknown },
  [workspaceId: string, channelId: string, slot: Date]
>(
  'digest.before',
  `select d.state from slack_digests d
     join slack_messages m on m.team_id = $1 and m.workspace_id = $2 and m.channel_id = $3
      and m.subject_type = 'digest' and m.subject_id = (extract(epoch from d.slot) * 1000)::bigint::text
    where d.team_id = $1 and d.workspace_id = $2 and d.channel_id = $3 and d.slot < $4
      and m.ts is not null
    order by d.slot desc limit 1`,
);

/** Stores the state ($5) of the beliefs at slot $4 before the digest is posted. */
export const keepDigest = teamStatement<
  { slot: Date },
  [workspaceId: string, channelId: string, slot: Date, state: string | object]
>(
  'digest.keep',
  `insert into slack_digests (team_id, workspace_id, channel_id, slot, state)
   values ($1, $2, $3, $4, $5)
   on conflict (team_id, workspace_id, channel_id, slot) do update set state = excluded.state
   returning slot`,
);

/** Stores the message ($5) of slot $4 before it is posted. Once it is, its version counts as shown. */
export const keepDigestMessage = teamStatement<
  { version: number },
  [workspaceId: string, channelId: string, slot: Date, message: object]
>(
  'digest.keepMessage',
  `update slack_digests set message = $5, version = version + 1
    where team_id = $1 and workspace_id = $2 and channel_id = $3 and slot = $4
   returning version`,
);

/** Stores that the posted digest of slot $4 shows version $5. `isOutdated` is true if a newer version is stored. */
export const digestShown = teamStatement<
  { isOutdated: boolean },
  [workspaceId: string, channelId: string, slot: Date, version: number]
>(
  'digest.shown',
  `update slack_digests set shown_version = greatest(shown_version, $5)
    where team_id = $1 and workspace_id = $2 and channel_id = $3 and slot = $4
   returning version > shown_version as "isOutdated"`,
);

/** Condition for the message of digest `d`, if it is posted. */
const POSTED_AS = `m.team_id = $1 and m.workspace_id = d.workspace_id and m.channel_id = d.channel_id
      and m.subject_type = 'digest' and m.subject_id = (extract(epoch from d.slot) * 1000)::bigint::text
      and m.ts is not null and m.failure is null`;

interface OutdatedDigestRow {
  channelId: string;
  slot: Date;
  ts: string;
  message: unknown;
  version: number;
}

/** Digests of workspace $2 that show an older version than the stored one. */
export const outdatedDigests = teamStatement<OutdatedDigestRow, [workspaceId: string]>(
  'digest.outdated',
  `select d.channel_id as "channelId", d.slot, m.ts, d.message, d.version
     from slack_digests d join slack_messages m on ${POSTED_AS}
    where d.team_id = $1 and d.workspace_id = $2 and d.version > d.shown_version
      and d.message is not null
    order by d.slot desc`,
);

/** Marks the digest posted as message $3 of channel $2 for redrawing; no row if its message is not stored. */
export const digestChanged = teamStatement<{ slot: Date }, [channelId: string, ts: string]>(
  'digest.changed',
  `update slack_digests d set version = d.version + 1 from slack_messages m
    where ${POSTED_AS} and d.team_id = $1 and d.channel_id = $2 and m.ts = $3
      and d.message is not null
   returning d.slot`,
);

/** Returns a row if the slot was already handled. */
export const digestOf = teamStatement<
  { slot: Date },
  [workspaceId: string, channelId: string, slot: Date]
>(
  'digest.of',
  `select slot from slack_digests
    where team_id = $1 and workspace_id = $2 and channel_id = $3 and slot = $4
      and (state is null or state = 'null' or exists (
        select 1 from slack_messages m
         where m.team_id = $1 and m.workspace_id = $2 and m.channel_id = $3
           and m.subject_type = 'digest' and m.subject_id = (extract(epoch from slot) * 1000)::bigint::text
           and (m.ts is not null or m.failure is not null)))`,
);

/** Deletes digests older than 90 days; until then, a posted one can be redrawn. */
export const forgetDigests = teamStatement<{ slot: Date }>(
  'digest.forget',
  `delete from slack_digests where team_id = $1 and slot < now() - interval '90 days' returning slot`,
);
