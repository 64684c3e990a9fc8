import { teamStatement } from '../../../db/statement.js';
import { TREND_MONTHS } from './over-time.js';
import {
  type TrajectoryRow,
  type TrajectoryWindows,
  trajectoryColumns,
} from './trajectory-facts.js';

export interface SignalCounts extends TrajectoryRow {
  signalId: string;
  createdAt: Date;
  statedFirstSeenAt: Date | null;
  archivedAt: Date | null;
  participantCount: number;
  studyCount: number;
  sourceItemCount: number;
  quoteCount: number;
  counterParticipantCount: number;
  counterEvidenceCount: number;
  /** Latest capture of the supporting rows. */
  latestCapturedAt: Date | null;
  /** Supporting rows of each of the last months. */
  monthly: number[];
  /** First capture of the rows of either kind. */
  firstCapturedAt: Date | null;
  lastCapturedAt: Date | null;
  firstLinkedAt: Date | null;
  lastLinkedAt: Date | null;
  /** True if a link has no date of its own. */
  undatedLink: boolean;
}

/** Supporting rows by month; the last month has those dated later too. `$5` are the months' first instants. */
const monthlyColumn = `array[${Array.from({ length: TREND_MONTHS }, (_, at) => {
  const from = `e.captured_at >= ($5::timestamptz[])[${at + 1}]`;
  const until = `e.captured_at < ($5::timestamptz[])[${at + 2}]`;
  const within = at + 1 < TREND_MONTHS ? `${from} and ${until}` : from;
  return `count(*) filter (where ${within} and side.supports)`; // the cheap comparison first
})}]::int[] as monthly`;

/**
 * Counts over the qualifying quotes of the signals `$2`. Under a theme linked as `contradicts` the
 * two kinds are swapped.
 */
export const countSignals = teamStatement<
  SignalCounts,
  [signalIds: readonly string[], ...windows: TrajectoryWindows, months: readonly Date[]]
>(
  'facts.countSignals',
  `select s.signal_id as "signalId", s.created_at as "createdAt",
          s.stated_first_seen_at as "statedFirstSeenAt", s.archived_at as "archivedAt",
          (count(distinct e.participant_id) filter (where side.supports))::int as "participantCount",
          (count(distinct e.study_id) filter (where side.supports))::int as "studyCount",
          (count(distinct e.source_item_id) filter (where side.supports))::int as "sourceItemCount",
          (count(*) filter (where side.supports))::int as "quoteCount",
          (count(distinct e.participant_id) filter (where not side.supports))::int as "counterParticipantCount",
          (count(*) filter (where not side.supports))::int as "counterEvidenceCount",
          max(e.captured_at) filter (where side.supports) as "latestCapturedAt",
          ${monthlyColumn},
          min(e.captured_at) as "firstCapturedAt",
          max(e.captured_at) as "lastCapturedAt",
          min(st.added_at) as "firstLinkedAt",
          max(st.added_at) as "lastLinkedAt",
          coalesce(bool_or(st.theme_id is not null and st.added_at is null), false) as "undatedLink",
          ${trajectoryColumns('side.supports')}
     from signals s
     left join signal_themes st on st.team_id = $1 and st.signal_id = s.signal_id
     left join evidence e on e.team_id = $1 and e.theme_id = st.theme_id and e.qualifies
    cross join lateral (select (e.kind = 'evidence') = (st.relationship <> 'contradicts') as supports) side
    where s.team_id = $1 and s.signal_id = any ($2::text[])
    group by s.team_id, s.signal_id`,
);

/** Writes the facts of a page of signals, `$2` in JSON, if they differ. */
export const writeSignalFacts = teamStatement<never, [facts: string]>(
  'facts.writeSignals',
  `update signals s
      set stage = x.stage, trajectory = x.trajectory, trajectory_until = x."trajectoryUntil",
          participant_count = x."participantCount", study_count = x."studyCount",
          source_item_count = x."sourceItemCount", quote_count = x."quoteCount",
          counter_participant_count = x."counterParticipantCount",
          counter_evidence_count = x."counterEvidenceCount", first_seen_at = x."firstSeenAt",
          latest_captured_at = x."latestCapturedAt", quotes_by_month = x."quotesByMonth",
          last_updated_at = x."lastUpdatedAt"
     from jsonb_to_recordset($2::jsonb) as x("signalId" text, stage text, trajectory text,
          "trajectoryUntil" timestamptz, "participantCount" int, "studyCount" int, "sourceItemCount" int,
          "quoteCount" int, "counterParticipantCount" int, "counterEvidenceCount" int,
          "firstSeenAt" timestamptz, "latestCapturedAt" timestamptz, "quotesByMonth" jsonb, "lastUpdatedAt" timestamptz)
    where s.team_id = $1 and s.signal_id = x."signalId"
      and (s.stage, s.trajectory, s.trajectory_until, s.participant_count, s.study_count, s.source_item_count,
           s.quote_count, s.counter_participant_count, s.counter_evidence_count, s.first_seen_at,
           s.latest_captured_at, s.quotes_by_month, s.last_updated_at) is distinct from
          (x.stage, x.trajectory, x."trajectoryUntil", x."participantCount", x."studyCount", x."sourceItemCount",
           x."quoteCount", x."counterParticipantCount", x."counterEvidenceCount", x."firstSeenAt",
           x."latestCapturedAt", x."quotesByMonth", x."lastUpdatedAt")`,
);
