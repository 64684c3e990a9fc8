import { signalRef } from '../../beliefs/signals/ref.js';
import { coverage, type ThinTarget } from '../../beliefs/studies/coverage.js';
import { COVERAGE_MIN_INTERVIEWS } from '../../core/decisions.js';
import { cut, listed, named } from '../../core/words.js';
import { isFrameTerm } from '../../language/frame-words.js';
import { tellingTerms } from '../../language/tokens.js';
import type { Cause, Look } from '../cause.js';
import {
  type SignalOfStudyRow,
  signalsOfStudies,
  type TargetedStudyRow,
  targetedStudies,
} from '../queries/studies.js';

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
export const leftOutTopics: Look = {
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
};

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
    why: `${signalRef(signal.refNumber)}: interviews of ${named(study.name)} hardly touched ${listed(targets.map(({ question }) => named(cut(question, QUESTION_LIMIT))))}`,
    match: { signalId: signal.signalId },
    mints: 'gap',
    rule: 'topic_asymmetry',
    gap: {
      signalId: signal.signalId,
      description: `${named(study.name)} set out to learn this, and few or none of its interviews are known to touch it: ${listed(touched)}.`,
      suggestedAction: `Ask ${targets.length === 1 ? 'it' : 'them'} early in the next interviews, while there is time for an answer.`,
    },
  };
}
