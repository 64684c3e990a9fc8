import type { RecommendationState } from '../../../db/entities/recommendation.js';
import { isActionable, type SignalRow, signalColumns } from '../../../db/queries/signals.js';
import { teamStatement } from '../../../db/statement.js';

const foremost = (name: string, where: string, order: string) =>
  teamStatement<SignalRow, [refNumbers: readonly number[], limit: number]>(
    `ask.foremost-signals.${name}`,
    `select ${signalColumns} from signals s
     where s.team_id = $1 and not s.archived and s.participant_count > 0
       and s.ref_number <> all ($2) and ${where}
     order by ${order} limit $3`,
  );

const byPeople = 's.participant_count desc, s.study_count desc, s.ref_number';

/**
 * Signals that have supporting people and are not archived, without those of $2 (numbers of refs);
 * at most $3.
 */
export const foremostSignals = {
  strongest: foremost('strongest', 'true', byPeople),
  latest: foremost('latest', 'true', 's.last_updated_at desc, s.signal_id'),
  actionable: foremost('actionable', isActionable, byPeople),
};

/** Signals by the numbers of their refs ($2), archived ones too; at most $3. */
export const signalsByRef = teamStatement<
  SignalRow,
  [refNumbers: readonly number[], limit: number]
>(
  'ask.signals-by-ref',
  `select ${signalColumns} from signals s
   where s.team_id = $1 and s.ref_number = any ($2)
   order by array_position($2, s.ref_number) limit $3`,
);

export interface Recommended {
  refNumber: number;
  title: string;
  state: RecommendationState;
}

/** The most recently touched recommendation to act for each of the signals of $2. */
export const recommendedForSignals = teamStatement<Recommended, [signalIds: readonly string[]]>(
  'ask.recommended-for-signals',
  `select s.ref_number as "refNumber", r.title, r.state
   from signals s
   cross join lateral (
     select r.title, r.state
     from recommendation_signals rs
     join recommendations r
       on r.team_id = rs.team_id and r.recommendation_id = rs.recommendation_id
     where rs.team_id = s.team_id and rs.signal_id = s.signal_id
       and r.published and r.state not in ('dismissed', 'archived')
     order by r.updated_at desc, r.recommendation_id limit 1
   ) r
   where s.team_id = $1 and s.signal_id = any ($2)
   order by array_position($2, s.signal_id)`,
);
