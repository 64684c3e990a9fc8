import { teamStatement } from '../../../db/statement.js';
import { TREND_MONTHS } from './over-time.js';

/** Facts that determine the trajectory of one theme or signal. */
export interface TrajectoryRow {
  first: Date | null;
  recent: number;
  earlier: number;
  oldestRecent: Date[];
  oldestEarlier: Date[];
}

/**
 * Captures read per window, the next to leave it first. More would only allow looking further
 * ahead.
 */
const CAPTURES_READ = 64;

/** The starts of the recent window and of the one before it. */
export type TrajectoryWindows = [recent: Date, earlier: Date];

/**
 * Columns of TrajectoryRow over the rows `e` for which `supports` holds. `$3` is the start of the
 * recent window, `$4` of the window before it.
 */
const trajectoryColumns = (supports: string): string => {
  const recent = `filter (where ${supports} and e.captured_at >= $3)`;
  const earlier = `filter (where ${supports} and e.captured_at < $3 and e.captured_at >= $4)`;
  const oldest = `array_agg(e.captured_at order by e.captured_at)`;
  return `
    min(e.captured_at) filter (where ${supports}) as first,
    (count(*) ${recent})::int as recent,
    (count(*) ${earlier})::int as earlier,
    coalesce((${oldest} ${recent})[1:${CAPTURES_READ}], '{}') as "oldestRecent",
    coalesce((${oldest} ${earlier})[1:${CAPTURES_READ}], '{}') as "oldestEarlier"`;
};

interface SignalCounts extends TrajectoryRow {
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

/** Supporting rows by month; the last month includes later dates. `$5` are the months' first instants. */
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

interface ThemeCounts extends TrajectoryRow {
  themeId: string;
  participantCount: number;
  evidenceCount: number;
  counterParticipantCount: number;
  counterEvidenceCount: number;
  firstCapturedAt: Date | null;
  firstSourceItemId: string | null;
}

/** Counts over the qualifying quotes of the themes `$2`. */
export const countThemes = teamStatement<
  ThemeCounts,
  [themeIds: readonly string[], ...windows: TrajectoryWindows]
>(
  'facts.countThemes',
  `select t.theme_id as "themeId",
          (count(distinct e.participant_id) filter (where e.kind = 'evidence'))::int as "participantCount",
          (count(*) filter (where e.kind = 'evidence'))::int as "evidenceCount",
          (count(distinct e.participant_id) filter (where e.kind = 'counterEvidence'))::int as "counterParticipantCount",
          (count(*) filter (where e.kind = 'counterEvidence'))::int as "counterEvidenceCount",
          min(e.captured_at) as "firstCapturedAt",
          (array_agg(e.source_item_id order by e.captured_at, e.source_item_id))[1] as "firstSourceItemId",
          ${trajectoryColumns(`e.kind = 'evidence'`)}
     from themes t
     left join evidence e on e.team_id = $1 and e.theme_id = t.theme_id and e.qualifies
    where t.team_id = $1 and t.theme_id = any ($2::text[])
    group by t.theme_id`,
);

/** Writes the facts of a page of themes, `$2` in JSON, if they differ. */
export const writeThemeFacts = teamStatement<never, [facts: string]>(
  'facts.writeThemes',
  `update themes t
      set participant_count = x."participantCount", evidence_count = x."evidenceCount",
          counter_participant_count = x."counterParticipantCount",
          counter_evidence_count = x."counterEvidenceCount",
          first_captured_at = x."firstCapturedAt", first_source_item_id = x."firstSourceItemId",
          trajectory = x.trajectory, trajectory_until = x."trajectoryUntil"
     from jsonb_to_recordset($2::jsonb) as x("themeId" text, "participantCount" int, "evidenceCount" int,
          "counterParticipantCount" int, "counterEvidenceCount" int,
          "firstCapturedAt" timestamptz, "firstSourceItemId" text, trajectory text, "trajectoryUntil" timestamptz)
    where t.team_id = $1 and t.theme_id = x."themeId"
      and (t.participant_count, t.evidence_count, t.counter_participant_count, t.counter_evidence_count,
           t.first_captured_at, t.first_source_item_id, t.trajectory, t.trajectory_until) is distinct from
          (x."participantCount", x."evidenceCount", x."counterParticipantCount", x."counterEvidenceCount",
           x."firstCapturedAt", x."firstSourceItemId", x.trajectory, x."trajectoryUntil")`,
);
