import type { LearningTarget } from '../../../db/entities/study.js';
import { teamStatement } from '../../../db/statement.js';
import { signalRef } from '../../beliefs/signals/ref.js';
import { coverage, type ThinTarget } from '../../beliefs/studies/read-readout.js';
import { COVERAGE_MIN_INTERVIEWS } from '../../core/numbers.js';
import { cut, listed, named } from '../../core/words.js';
import { isFrameTerm } from '../../language/frame-words.js';
import { tellingTerms } from '../../language/tokens.js';
import type { Cause, RuleSet } from '../cause.js';

interface TargetedStudyRow {
  studyId: string;
  name: string;
  learningTargets: LearningTarget[];
  touched: Record<string, number>;
  analyzedCount: number;
}

/** Studies with learning targets and at least `$2` analyzed interviews. */
const targetedStudies = teamStatement<TargetedStudyRow, [analyzedCount: number]>(
  'engine.targetedStudies',
  `select study_id as "studyId", name, learning_targets as "learningTargets", touched,
          analyzed_count as "analyzedCount"
     from studies
    where team_id = $1 and learning_targets <> '[]' and analyzed_count >= $2
    order by study_id`,
);

interface SignalOfStudyRow {
  studyId: string;
  signalId: string;
  refNumber: number;
  label: string;
  description: string;
  /** Omissions that imported gaps of this kind describe. */
  topics: string | null;
}

/** Signals that are not archived and are linked to a theme of the studies `$2`, the oldest first. */
const signalsOfStudies = teamStatement<SignalOfStudyRow, [studyIds: readonly string[]]>(
  'engine.signalsOfStudies',
  `select distinct t.study_id as "studyId", s.signal_id as "signalId", s.ref_number as "refNumber",
          s.label, s.description,
          (select string_agg(g.description, ' ' order by g.research_gap_id) from research_gaps g
            where g.team_id = $1 and g.signal_id = s.signal_id and g.type = 'topic_asymmetry'
              and not g.minted) as topics
     from themes t
     join signal_themes link on link.team_id = $1 and link.theme_id = t.theme_id
     join signals s on s.team_id = $1 and s.signal_id = link.signal_id and not s.archived
    where t.team_id = $1 and t.study_id = any ($2::text[])
    order by t.study_id, s.ref_number`,
);

const QUESTION_LIMIT = 200;

interface LeftOut {
  study: TargetedStudyRow;
  signal: SignalOfStudyRow;
  targets: ThinTarget[];
}

/**
 * Topics that a study set out to learn about but its interviews hardly touched: one gap per study. A gap belongs
 * to a signal, so it goes to the signal of the study that shares most words with these questions; a signal has
 * one such gap, however many studies left topics out.
 */
export const leftOutTopics = {
  rules: ['topic_asymmetry'],
  about: 'team',
  async causes(tx) {
    const targeted = await tx.db.rows(targetedStudies, COVERAGE_MIN_INTERVIEWS);
    const thin = targeted
      .map((study) => ({
        study,
        targets: coverage(study.learningTargets, study.touched, study.analyzedCount),
      }))
      .filter(({ targets }) => targets.length > 0);
    const signals = await tx.db.rows(
      signalsOfStudies,
      thin.map(({ study }) => study.studyId),
    );
    const bySignal = new Map<string, LeftOut>();
    for (const { study, targets } of thin) {
      const candidates = signals.filter(({ studyId }) => studyId === study.studyId);
      const signal = spokenOf(targets, candidates);
      if (!signal || bySignal.has(signal.signalId)) continue;
      bySignal.set(signal.signalId, { study, signal, targets });
    }
    return [...bySignal.values()].map(cause);
  },
} satisfies RuleSet;

/** The signal whose text and known omissions share most words with the questions; otherwise the oldest signal. */
function spokenOf(
  targets: readonly ThinTarget[],
  signals: readonly SignalOfStudyRow[],
): SignalOfStudyRow | undefined {
  const asked = new Set(
    targets.flatMap(({ question }) => tellingTerms(question).filter((term) => !isFrameTerm(term))),
  );
  const shared = ({ label, description, topics }: SignalOfStudyRow): number =>
    new Set(
      tellingTerms(`${label} ${description} ${topics ?? ''}`).filter((term) => asked.has(term)),
    ).size;
  return signals.toSorted((a, b) => shared(b) - shared(a) || a.refNumber - b.refNumber)[0];
}

function cause({ study, signal, targets }: LeftOut): Cause {
  const touched = targets.map(
    ({ question, substantiveSourceItems, totalSourceItems }) =>
      `${named(cut(question, QUESTION_LIMIT))} in ${substantiveSourceItems} of ${totalSourceItems}`,
  );
  return {
    key: `topic_asymmetry:${signal.signalId}`,
    aboutId: '',
    why: `${signalRef(signal.refNumber)}: interviews of ${named(study.name)} hardly touched on ${listed(targets.map(({ question }) => named(cut(question, QUESTION_LIMIT))))}`,
    match: { signalId: signal.signalId },
    opens: 'gap',
    rule: 'topic_asymmetry',
    gap: {
      signalId: signal.signalId,
      description: `${named(study.name)} set out to learn this, and few or none of its interviews are known to touch on it: ${listed(touched)}.`,
      suggestedAction: `Ask ${targets.length === 1 ? 'it' : 'them'} early in the next interviews, while there is time for an answer.`,
    },
  };
}
