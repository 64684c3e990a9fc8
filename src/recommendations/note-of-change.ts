import type { CardNote } from '../../db/entities/card-note.js';
import type { Decision, Outcome } from '../../db/entities/recommendation.js';
import type { HistoryRecord } from '../history/record-history.js';

/** What the threads of a recommendation's cards are told of an entry; undefined where they are told nothing. */
export function noteOfChange({ action, note, detail = {} }: Change): CardNote | undefined {
  switch (action) {
    case 'decide':
      return { kind: 'decided', decision: detail.decision as Decision, note };
    case 'record_outcome':
      return { kind: 'outcome', outcome: detail.outcome as Outcome, note };
    case 'reopen':
      return { kind: 'reopened', note };
    default:
      return undefined;
  }
}

type Change = Omit<HistoryRecord, 'subjectType' | 'subjectId'>;
