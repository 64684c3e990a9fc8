import {
  type SignalOfStudyRow,
  signalsOfStudies,
  type TargetedStudyRow,
  targetedStudies,
} from '../../../db/queries/engine/studies.js';
import { COVERAGE_MIN_INTERVIEWS } from '../../decisions.js';
import { isFrameTerm } from '../../search/frame-words.js';
import { tellingTerms } from '../../search/tokens.js';
import { signalRef } from '../../signals/ref.js';
import { coverage, type ThinTarget } from '../../studies/coverage.js';
import type { Cause, Look } from '../cause.js';
import { cut, listed, named } from '../words.js';

const QUESTION_LIMIT = 200;

interface LeftOut {
  study: TargetedStudyRow;
  signal: SignalOfStudyRow;
  targets: ThinTarget[];
}

/**
 * Topics that a study set out to learn about and its interviews hardly touched. A gap belongs to a signal,
 * so each topic goes to the one signal of the study that its question speaks of most, and a signal
 * has one gap, whatever the number of topics and studies.
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
      for (const target of targets) {
        const signal = spokenOf(target.question, candidates);
        if (!signal) continue;
        const known = bySignal.get(signal.signalId) ?? { study, signal, targets: [] };
        if (known.study.studyId === study.studyId) known.targets.push(target);
        bySignal.set(signal.signalId, known);
      }
    }
    return [...bySignal.values()].map(cause);
  },
};

/** The signal, with what people said was left out of it, that shares most of the question's words; else the oldest. */
function spokenOf(
  question: string,
  signals: readonly SignalOfStudyRow[],
): SignalOfStudyRow | undefined {
  const asked = new Set(tellingTerms(question).filter((term) => !isFrameTerm(term)));
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
      description: `${named(study.name)} set out to learn this, and its interviews hardly touched it: ${listed(touched)}.`,
      suggestedAction: `Ask ${targets.length === 1 ? 'it' : 'them'} early in the next interviews, while there is time for an answer.`,
    },
  };
}
