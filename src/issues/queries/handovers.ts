import type { HandoverState, PullState } from '../../../db/entities/work-item.js';
import { teamStatement } from '../../../db/statement.js';

export interface HandoverRow {
  handoverId: string;
  recommendationId: string;
  normalizedUrl: string;
  agent: string;
  agentName: string | null;
  state: HandoverState;
  round: number;
  turn: number;
  /** Milliseconds since the last sending, and since the agent got the issue, by the database's clock. */
  sinceSentMs: number | null;
  sinceHandedMs: number | null;
  pullName: string | null;
  pullUrl: string | null;
  pullState: PullState | null;
  /** The issue's URL as it was linked, and its ids in the tracker. */
  url: string;
  externalId: string | null;
  nativeId: string | null;
  isCompleted: boolean;
  isEnded: boolean;
}

const SELECT = `
  select h.handover_id as "handoverId", h.recommendation_id as "recommendationId",
         h.normalized_url as "normalizedUrl", h.agent, h.agent_name as "agentName", h.state, h.round, h.turn,
         (extract(epoch from now() - h.sent_at) * 1000)::float8 as "sinceSentMs",
         (extract(epoch from now() - h.handed_at) * 1000)::float8 as "sinceHandedMs",
         h.pull_name as "pullName", h.pull_url as "pullUrl", h.pull_state as "pullState",
         coalesce(s.url, l.url) as url, coalesce(s.external_id, l.external_id) as "externalId",
         s.native_id as "nativeId", coalesce(s.state, 'open') = 'completed' as "isCompleted",
         coalesce(s.state, 'open') not in ('open', 'started') as "isEnded"
    from handovers h
    join work_item_links l on l.team_id = h.team_id
     and l.recommendation_id = h.recommendation_id and l.normalized_url = h.normalized_url
    left join work_item_states s on s.team_id = h.team_id
     and s.recommendation_id = h.recommendation_id and s.normalized_url = h.normalized_url`;

export const handover = teamStatement<HandoverRow, [handoverId: string]>(
  'handovers.read',
  `${SELECT} where h.team_id = $1 and h.handover_id = $2`,
);

export const handoverOfLink = teamStatement<
  HandoverRow,
  [recommendationId: string, normalizedUrl: string]
>(
  'handovers.ofLink',
  `${SELECT} where h.team_id = $1 and h.recommendation_id = $2 and h.normalized_url = $3`,
);

/** The issues that this service created for recommendation $2 and that no agent was given yet. */
export const issuesToHandOver = teamStatement<
  { normalizedUrl: string; url: string; externalId: string },
  [recommendationId: string]
>(
  'handovers.possible',
  `select l.normalized_url as "normalizedUrl", coalesce(s.url, l.url) as url,
          coalesce(s.external_id, l.external_id, p.external_id) as "externalId"
     from tracker_pushes p
     join work_item_links l on l.team_id = p.team_id and l.recommendation_id = p.recommendation_id
      and l.url = p.url
     left join work_item_states s on s.team_id = l.team_id
      and s.recommendation_id = l.recommendation_id and s.normalized_url = l.normalized_url
    where p.team_id = $1 and p.recommendation_id = $2
      and coalesce(s.state, 'open') in ('open', 'started')
      and not exists (select from handovers h where h.team_id = l.team_id
            and h.recommendation_id = l.recommendation_id and h.normalized_url = l.normalized_url)
    order by l.linked_at, l.url`,
);

/** Adds a handover; no row if the issue was already handed to an agent. */
export const addHandover = teamStatement<
  { handoverId: string },
  [recommendationId: string, normalizedUrl: string, agent: string]
>(
  'handovers.add',
  `insert into handovers (team_id, handover_id, recommendation_id, normalized_url, agent)
   values ($1, gen_random_uuid(), $2, $3, $4)
   on conflict (team_id, recommendation_id, normalized_url) do nothing
   returning handover_id as "handoverId"`,
);

type Step = { state: HandoverState };

/** Claims the right to send, for the process that read turn $3; no row if another process has claimed it. */
export const sendHandover = teamStatement<Step, [handoverId: string, turn: number]>(
  'handovers.send',
  `update handovers set state = 'sent', turn = turn + 1, sent_at = now()
    where team_id = $1 and handover_id = $2 and turn = $3 and state in ('asked', 'sent')
   returning state`,
);

/** Records that the sending after turn $3 definitely had no effect. */
export const handoverNotSent = teamStatement<Step, [handoverId: string, turn: number]>(
  'handovers.notSent',
  `update handovers set state = 'asked', sent_at = null
    where team_id = $1 and handover_id = $2 and turn = $3 + 1 and state = 'sent'
   returning state`,
);

/** Records that agent $3, named $4, has the issue. */
export const handoverDone = teamStatement<
  Step,
  [handoverId: string, agentId: string, agentName: string]
>(
  'handovers.done',
  `update handovers set state = 'handed', agent = $3, agent_name = $4, handed_at = now()
    where team_id = $1 and handover_id = $2 and state in ('asked', 'sent')
   returning state`,
);

export const handoverFailed = teamStatement<Step, [handoverId: string, failure: string]>(
  'handovers.failed',
  `update handovers set state = 'failed', failure = $3
    where team_id = $1 and handover_id = $2 and state in ('asked', 'sent')
   returning state`,
);

/** Requests the handover again; no row unless it failed or the agent is late. */
export const askAgain = teamStatement<{ recommendationId: string }, [handoverId: string]>(
  'handovers.askAgain',
  `update handovers set state = 'asked', round = round + 1, asked_at = now(), sent_at = null,
          handed_at = null, late_at = null, failure = null
    where team_id = $1 and handover_id = $2 and (state = 'failed' or late_at is not null)
   returning recommendation_id as "recommendationId"`,
);

export const markLate = teamStatement<Step, [handoverId: string]>(
  'handovers.late',
  `update handovers set late_at = now()
    where team_id = $1 and handover_id = $2 and state = 'handed' and late_at is null
   returning state`,
);

export const markBegun = teamStatement<Step, [handoverId: string]>(
  'handovers.begun',
  `update handovers set state = 'begun', late_at = null
    where team_id = $1 and handover_id = $2 and state = 'handed'
   returning state`,
);

/** Stores the pull request. `mergeAsked` is true if its merge raises the question whether the work shipped. */
export const writePull = teamStatement<
  Step,
  { handoverId: string; name: string; url: string; state: PullState; mergeAsked: boolean }
>(
  'handovers.pull',
  ($) => `update handovers set pull_name = ${$.name}, pull_url = ${$.url}, pull_state = ${$.state},
          merge_asked = merge_asked or ${$.mergeAsked}
    where team_id = $1 and handover_id = ${$.handoverId}
   returning state`,
);

/** Counts an issue's completion as the one that its pull request's merge already asked about; once. */
export const takeMergeQuestion = teamStatement<
  Step,
  [recommendationId: string, normalizedUrl: string]
>(
  'handovers.takeMergeQuestion',
  `update handovers set merge_asked = false
    where team_id = $1 and recommendation_id = $2 and normalized_url = $3 and merge_asked
   returning state`,
);
