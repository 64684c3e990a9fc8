/** The steps of the first five minutes, in their order. */
export const TOUR_STEPS = ['card', 'question', 'issue', 'shipped', 'interview'] as const;
export type TourStep = (typeof TOUR_STEPS)[number];

/** The team's progress, by its data. */
export interface TourProgress {
  done: readonly TourStep[];
  /** Path of the page behind the first card, such as `/p/signals/sg-1`; undefined without cards. */
  firstPage: string | undefined;
}
