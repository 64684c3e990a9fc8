import { teamStatement } from '../../../db/statement.js';
import {
  type TrajectoryRow,
  type TrajectoryWindows,
  trajectoryColumns,
} from './trajectory-facts.js';

export interface ThemeCounts extends TrajectoryRow {
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
