import { teamStatement } from '../../../db/statement.js';

interface BeliefNatureRow {
  signalId: string;
  beliefKey: string | null;
  /** True if people speak negatively in one of its supporting themes. */
  isNegative: boolean;
}

/** The stored facts that tell if the beliefs of recommendation `$2` name a problem. */
export const beliefNatures = teamStatement<BeliefNatureRow, [recommendationId: string]>(
  'issues.beliefNatures',
  `select s.signal_id as "signalId", s.belief_key as "beliefKey",
          exists (select from signal_themes st
                    join themes t on t.team_id = $1 and t.theme_id = st.theme_id
                   where st.team_id = $1 and st.signal_id = s.signal_id
                     and st.relationship = 'supports' and t.sentiment = 'negative') as "isNegative"
     from recommendation_signals rs
     join signals s on s.team_id = $1 and s.signal_id = rs.signal_id
    where rs.team_id = $1 and rs.recommendation_id = $2`,
);
