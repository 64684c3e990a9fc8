import type { ResearchGap } from '../entities/research-gap.js';
import { teamStatement } from '../statement.js';
import { type After, goesOnAfter, listTotal, pageOfMost, statementVariants } from './keyset.js';

export interface ResearchGapRow extends Omit<ResearchGap, 'teamId'> {
  signalRefNumber: number;
}

/** Without a status: all except `dismissed`. `$2` is the status or null. */
const withStatus = (status: boolean): string =>
  status ? 'g.status = $2' : `g.status <> 'dismissed' and $2::text is null`;

/** `$3`: maximum rows; then the position to continue after. Newest first. */
export const listResearchGaps = statementVariants<
  ResearchGapRow,
  { status: boolean; after: boolean },
  [status: string | null, limit: number, ...after: After]
>(({ status, after }) =>
  teamStatement(
    `researchGaps.list${status ? '.status' : ''}${after ? '.after' : ''}`,
    pageOfMost(
      `select g.research_gap_id as "researchGapId", g.signal_id as "signalId", g.type, g.status,
            g.description, g.suggested_action as "suggestedAction",
            g.drafted_study_id as "draftedStudyId", g.created_at as "createdAt", g.minted,
            s.ref_number as "signalRefNumber"
       from research_gaps g
       join signals s on s.team_id = g.team_id and s.signal_id = g.signal_id
      where g.team_id = $1 and ${withStatus(status)}
        ${after ? `and ${goesOnAfter('g.created_at', 'g.research_gap_id', 4)}` : ''}
      order by g.created_at desc, g.research_gap_id`,
      '$3',
    ),
  ),
);

export const countResearchGapsListed = statementVariants<
  { total: number },
  { status: boolean },
  [status: string | null]
>(({ status }) =>
  teamStatement(
    `researchGaps.count${status ? '.status' : ''}`,
    `select ${listTotal('research_gaps', status ? 'part = $2' : `part <> 'dismissed' and $2::text is null`)} as total`,
  ),
);
