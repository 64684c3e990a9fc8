import type { Turn } from '../../entities/source-item.js';
import type { LearningTarget } from '../../entities/study.js';
import { teamStatement } from '../../statement.js';

interface UncoveredItemRow {
  sourceItemId: string;
  studyId: string;
  learningTargets: LearningTarget[];
  transcript: Turn[];
  interviewers: string[];
  digest: string;
}

/**
 * Ingested interviews that were not read yet for their study's learning targets as they are now, or whose
 * transcript was corrected since; at most `$2`.
 */
export const itemsToCover = teamStatement<UncoveredItemRow>(
  'engine.itemsToCover',
  `select i.source_item_id as "sourceItemId", i.study_id as "studyId", s.learning_targets as "learningTargets",
          i.transcript, i.interviewers, read.digest
     from analyses a
     join source_items i on i.team_id = $1 and i.source_item_id = a.source_item_id and i.transcript is not null
     join studies s on s.team_id = $1 and s.study_id = i.study_id and s.learning_targets <> '[]'
    cross join lateral (select md5(s.learning_targets::text || a.transcript_digest) as digest) read
    where a.team_id = $1 and i.targets_digest is distinct from read.digest
    order by i.source_item_id limit $2`,
);

/** Keeps what each interview in JSON (`$2`) touches. */
export const keepCoverage = teamStatement<never>(
  'engine.keepCoverage',
  `update source_items i set covered_target_ids = x."targetIds", targets_digest = x.digest
     from jsonb_to_recordset($2::jsonb) as x("sourceItemId" text, "targetIds" text[], digest text)
    where i.team_id = $1 and i.source_item_id = x."sourceItemId"`,
);
