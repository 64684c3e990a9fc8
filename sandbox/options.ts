export interface SandboxOptions {
  /** URL of the Bolt app, such as `http://127.0.0.1:3000/slack/events`. */
  eventsUrl: () => string;
  /** URL of this server, such as `http://127.0.0.1:3000`. */
  baseUrl: () => string;
  /** Public URL, if it differs from `baseUrl`. */
  publicUrl?: () => string;
  signingSecret: string;
  teamName: string;
  /** Message shortcuts in a message's menu. */
  shortcuts?: readonly SandboxShortcut[];
  /** Path of the stand-in tracker's pages, if any. */
  issuesPath?: string | undefined;
  /** Makes the app post its digest now, as if it were due. */
  postDigest?: () => Promise<void>;
  /** A question that the app can answer, offered as an example; undefined if there is none. */
  exampleQuestion?: () => Promise<string | undefined>;
  /** Returns the team's progress in the tour; if absent, the page has no tour. */
  tour?: () => Promise<TourProgress>;
}

export interface SandboxCommand {
  command: string;
  hint: string | undefined;
  description: string;
}

export interface SandboxShortcut {
  callbackId: string;
  name: string;
}

/** The steps of the tour, in order. */
export const TOUR_STEPS = ['card', 'question', 'issue', 'shipped', 'interview'] as const;
export type TourStep = (typeof TOUR_STEPS)[number];

/** The team's progress, according to its data. */
export interface TourProgress {
  /** The team's id: a browser's record of one team does not apply to the next. */
  teamId: string;
  done: readonly TourStep[];
  /** Path of the page behind the first card, such as `/p/signals/sg-1`; undefined without cards. */
  firstPage: string | undefined;
  /** True if there are interviews, but no belief was found in them. */
  noBeliefs: boolean;
}
