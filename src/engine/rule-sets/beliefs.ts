import { CARD_TYPES } from '../../../db/entities/action-card.js';
import { statementVariants } from '../../../db/queries/keyset.js';
import { teamStatement } from '../../../db/statement.js';
import { signalRef } from '../../beliefs/signals/ref.js';
import { isStale } from '../../beliefs/signals/trajectory.js';
import {
  CROSS_STUDY_STUDIES,
  ESTABLISHED_PARTICIPANTS,
  MISSING_BREADTH_SHARE,
  STALE_DAYS,
  THIN_COUNTER_PARTICIPANTS,
} from '../../core/numbers.js';
import { counted, day, listed, named, people } from '../../core/words.js';
import type { Cause, GapDraft, RuleSet } from '../cause.js';

interface BeliefRow {
  signalId: string;
  refNumber: number;
  label: string;
  participantCount: number;
  studyCount: number;
  quoteCount: number;
  counterEvidenceCount: number;
  latestCapturedAt: Date | null;
  /** The studies of its supporting quotes, those with the most quotes first. */
  studies: { studyId: string; name: string; quotes: number }[];
}

/** Signals that are not archived, with the studies of their supporting quotes; with `only`, those in `$2`. */
const beliefRows = statementVariants<
  BeliefRow,
  { only: boolean },
  [signalIds: readonly string[] | null]
>(({ only }) =>
  teamStatement(
    `engine.beliefs${only ? '.only' : ''}`,
    `select s.signal_id as "signalId", s.ref_number as "refNumber", s.label,
            s.participant_count as "participantCount", s.study_count as "studyCount",
            s.quote_count as "quoteCount", s.counter_evidence_count as "counterEvidenceCount",
            s.latest_captured_at as "latestCapturedAt", coalesce(basis.studies, '[]') as studies
       from signals s
       left join (
         select signal_id, json_agg(json_build_object('studyId', study_id, 'name', name, 'quotes', quotes)
                                    order by quotes desc, study_id) as studies
           from (select link.signal_id, e.study_id, st.name, count(*) as quotes
                   from signal_themes link
                   join evidence e on e.team_id = $1 and e.theme_id = link.theme_id and e.qualifies
                    and (e.kind = 'evidence') = (link.relationship <> 'contradicts')
                   join studies st on st.team_id = $1 and st.study_id = e.study_id
                  where link.team_id = $1 ${only ? 'and link.signal_id = any ($2::text[])' : ''}
                  group by link.signal_id, e.study_id, st.name) counts
          group by signal_id) basis on basis.signal_id = s.signal_id
      where s.team_id = $1 and not s.archived
        and ${only ? 's.signal_id = any ($2::text[])' : '$2::text[] is null'}
      order by s.ref_number`,
  ),
);

const STUDIES_NAMED = 3;
/** Number of people from which a cross-study belief has the highest urgency. */
const URGENT_PEOPLE = 12;

/** Gaps in a belief's evidence, and beliefs that span studies (docs/reference.md, Research gaps, Action cards). */
export const beliefs = {
  rules: ['missing_breadth', 'thin_counter_evidence', 'stale_evidence', 'cross_study_signal'],
  about: 'signal',
  async causes(tx, { signal: ids }) {
    const rows = await tx.db.rows(beliefRows({ only: ids !== null }), ids);
    return rows.flatMap((row) =>
      [missingBreadth(row), thinCounterEvidence(row), stale(row, tx.now), crossStudy(row)].filter(
        (cause) => cause !== undefined,
      ),
    );
  },
} satisfies RuleSet;

const gap = (
  row: BeliefRow,
  rule: 'missing_breadth' | 'thin_counter_evidence' | 'stale_evidence',
  why: string,
  draft: Omit<GapDraft, 'signalId'>,
): Cause => ({
  key: `${rule}:${row.signalId}`,
  aboutId: row.signalId,
  why: `${signalRef(row.refNumber)}: ${why}`,
  match: { signalId: row.signalId },
  opens: 'gap',
  rule,
  gap: { signalId: row.signalId, ...draft },
});

function missingBreadth(row: BeliefRow): Cause | undefined {
  const [largest] = row.studies;
  if (!largest || row.participantCount < ESTABLISHED_PARTICIPANTS) return undefined;
  if (row.studyCount === 1) {
    return gap(row, 'missing_breadth', `${people(row.participantCount)}, all from one study`, {
      description: `${people(row.participantCount)} support ${named(row.label)}, and all of them come from one study, ${named(largest.name)}.`,
      suggestedAction: `Listen for it in another study, with people who were not recruited for ${named(largest.name)}.`,
    });
  }
  if (largest.quotes <= MISSING_BREADTH_SHARE * row.quoteCount) return undefined;
  const held = `${largest.quotes} of ${counted(row.quoteCount, 'quote')}`;
  return gap(row, 'missing_breadth', `${held} from one study`, {
    description: `${held} for ${named(row.label)} come from one study, ${named(largest.name)}.`,
    suggestedAction: `Ask about it in a study other than ${named(largest.name)}.`,
  });
}

function thinCounterEvidence(row: BeliefRow): Cause | undefined {
  if (row.participantCount < THIN_COUNTER_PARTICIPANTS || row.counterEvidenceCount > 0) return;
  const support = people(row.participantCount);
  return gap(row, 'thin_counter_evidence', `${support} for it, no one against`, {
    description: `${support} support ${named(row.label)}, and no quote contradicts it. Either it holds for everyone, or no one was asked.`,
    suggestedAction:
      'Look for people for whom it does not hold, and ask open questions about their experience.',
  });
}

function stale(row: BeliefRow, now: Date): Cause | undefined {
  if (!isStale(row.latestCapturedAt, now)) return undefined;
  const known =
    row.latestCapturedAt === null
      ? 'no dated quote supports it'
      : `nothing new supports it since ${day(row.latestCapturedAt)}`;
  return gap(row, 'stale_evidence', known, {
    description: `${named(row.label)}: ${known}, which is ${row.latestCapturedAt === null ? 'too little to tell whether it still holds' : `${STALE_DAYS} days or more ago`}.`,
    suggestedAction: 'Add one open question about it to the next interviews.',
  });
}

function crossStudy(row: BeliefRow): Cause | undefined {
  if (row.studyCount < CROSS_STUDY_STUDIES) return undefined;
  const names = row.studies.slice(0, STUDIES_NAMED).map(({ name }) => named(name));
  const more = row.studies.length - names.length;
  const where = listed(more > 0 ? [...names, `${more} more`] : names);
  const ref = signalRef(row.refNumber);
  return {
    key: `cross_study_signal:${row.signalId}`,
    aboutId: row.signalId,
    why: `${ref}: supported in ${counted(row.studyCount, 'study', 'studies')}`,
    match: { signalId: row.signalId },
    opens: 'card',
    rule: 'cross_study_signal',
    card: {
      summary: `${ref} ${named(row.label)} is now supported in ${counted(row.studyCount, 'study', 'studies')}, by ${people(row.participantCount)}: ${where}.`,
      priority: CARD_TYPES.cross_study_signal.tier,
      urgency: Math.min(1, row.participantCount / URGENT_PEOPLE),
      signalId: row.signalId,
      studyIds: row.studies.map(({ studyId }) => studyId),
    },
  };
}
