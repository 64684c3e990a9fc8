import type { Resolution } from './action-card.js';
import type { Decision, Outcome } from './recommendation.js';

/** An issue or other work item as a note names it. */
export interface NotedItem {
  /** `Linear`, `GitHub`; absent for a plain link. */
  tracker?: string | undefined;
  /** Its key or title. */
  name: string;
  url: string;
}

/** An event of a card or of its recommendation, posted once to the card's thread with who and when. */
export type CardNote =
  | { kind: 'decided'; decision: Decision; note?: string | undefined }
  | { kind: 'outcome'; outcome: Outcome; note?: string | undefined }
  | { kind: 'reopened'; note?: string | undefined }
  | { kind: 'resolved'; resolution: Resolution }
  | { kind: 'brought_back' }
  | { kind: 'snoozed'; until: string }
  | { kind: 'woken' }
  | { kind: 'study_drafted'; name: string }
  | ({ kind: 'linked' } & NotedItem)
  | ({ kind: 'issue_created'; note?: string | undefined } & NotedItem)
  | {
      kind: 'issue_failed';
      tracker: string;
      provider: string;
      recommendationId: string;
      reason: string;
    }
  | ({ kind: 'work_item_state'; state: string } & NotedItem);
