/** The kinds of evidence that a passage can be. */
export const CUES = [
  'need',
  'problem',
  'workaround',
  'wish',
  'praise',
  'comparison',
  'emotion',
  'churn',
] as const;
export type Cue = (typeof CUES)[number];
