import { quotesDigest } from '../../../db/queries/analysis/signals.js';
import { teamStatement } from '../../../db/statement.js';

/** A belief in a study whose narrative no model has written yet, or only from other quotes than it has now. */
export interface UntoldRow {
  signalId: string;
  themeId: string;
  studyId: string;
  statement: string;
  digest: string;
  /** The strongest quote per person and side. */
  quotes: {
    quoteId: string;
    kind: 'evidence' | 'counterEvidence';
    quote: string;
    participantId: string;
    sourceItemId: string;
  }[];
}

/** Beliefs of the service and of people, supported by at least two participants in the study. */
export const untoldLinks = teamStatement<UntoldRow>(
  'told.untoldLinks',
  `select st.signal_id as "signalId", st.theme_id as "themeId", t.study_id as "studyId", s.label as statement,
          said.digest, voices.quotes
     from signal_themes st
     join signals s on s.team_id = $1 and s.signal_id = st.signal_id and not s.archived and s.belief_key is not null
     join themes t on t.team_id = $1 and t.theme_id = st.theme_id and t.founded_by is not null and t.participant_count > 1
    cross join lateral (select ${quotesDigest('st.theme_id')} as digest) said
    cross join lateral (
      select json_agg(json_build_object('quoteId', v.evidence_id, 'kind', v.kind, 'quote', v.quote,
                      'participantId', v.participant_id, 'sourceItemId', v.source_item_id)
                      order by v.strength desc, v.evidence_id) as quotes
        from (select * from (
                select distinct on (participant_id, kind) evidence_id, kind, quote, participant_id, source_item_id, strength
                  from evidence where team_id = $1 and theme_id = st.theme_id and qualifies
                 order by participant_id, kind, strength desc, evidence_id) one_each
               order by strength desc, evidence_id limit 8) v) voices
    where st.team_id = $1 and st.told_of is distinct from said.digest
    order by 1, 2`,
);

/**
 * Stores narratives by a model: `[{signalId, themeId, digest, narrative}]` in JSON, unless the quotes have changed
 * since. A null narrative keeps the existing one. Returns the themes whose narrative changed.
 */
export const keepTold = teamStatement<{ themeId: string }, [told: string]>(
  'told.keep',
  `with kept as (
     update signal_themes st
        set narrative = coalesce(x.narrative, st.narrative), told_of = x.digest
       from jsonb_to_recordset($2::jsonb) as x("signalId" text, "themeId" text, digest text, narrative text)
      where st.team_id = $1 and st.signal_id = x."signalId" and st.theme_id = x."themeId"
        and ${quotesDigest('st.theme_id')} = x.digest
     returning st.theme_id, x.narrative)
   select theme_id as "themeId" from kept where narrative is not null`,
);
