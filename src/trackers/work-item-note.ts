import type { Decision, Outcome } from '../../db/entities/recommendation.js';

/** What an issue is told of its recommendation. */
export type WorkItemNote =
  | { kind: 'decision'; decision: Decision; note?: string | undefined }
  | { kind: 'outcome'; outcome: Outcome; note?: string | undefined }
  /** `text`: plain sentences that say what was seen; `cause`: what makes two of them the same. */
  | { kind: 'receipt' | 'contradiction'; text: string; cause: string };
