import type { ActionCardType, LiveCallReason } from '../db/entities/action-card.js';

/**
 * The numbers of decisions.md, each in this one place. A rule that needs one imports it from here;
 * none is written a second time in code or SQL.
 */
const DAY_MS = 24 * 60 * 60 * 1000;
export const days = (count: number): number => count * DAY_MS;

/** Quality bar: an item's score, where it has one, from which its quotes qualify. */
export const QUALITY_BAR = 0.4;

/** Stage: `established` from this many distinct participants and studies up. */
export const ESTABLISHED_PARTICIPANTS = 5;
export const ESTABLISHED_STUDIES = 2;

/** Trajectory: `new` while the first row is at most this old. */
export const NEW_DAYS = 14;
/** Trajectory: the recent window, and the window of the same length before it. */
export const TRAJECTORY_WINDOW_DAYS = 30;
export const RISING_MIN_RECENT = 2;
export const RISING_RATIO = 1.5;
export const DECLINING_MIN_EARLIER = 2;
export const DECLINING_RATIO = 0.5;

/** A signal is stale when nothing was captured for this long; confidence starts to decay there too. */
export const STALE_DAYS = 90;
/** Confidence below `moderate` is low, below `high` moderate. */
export const CONFIDENCE_BANDS = { moderate: 0.4, high: 0.7 } as const;

/** Theme strength: `corroborated` and `broad` start at this many supporting participants. */
export const CORROBORATED_PARTICIPANTS = 2;
export const BROAD_PARTICIPANTS = 5;

/** Tasters of the signal packet and the readout (api.md 2.6, 2.9). */
export const EVIDENCE_TASTER = 3;
export const COUNTER_EVIDENCE_TASTER = 2;

/** Readout coverage: a target is listed from this many analysed interviews, when fewer than this share touch it. */
export const COVERAGE_MIN_INTERVIEWS = 5;
export const COVERAGE_SHARE = 1 / 3;

/** Characters of a question, a search or a note at most (api.md 4.2). */
export const MAX_QUESTION = 2000;
export const MAX_NOTE = 2000;

/** Links a recommendation holds at most, and characters of what a link is made of (api.md 4.15). */
export const MAX_WORK_ITEMS = 20;
export const MAX_WORK_ITEM = { url: 2048, title: 200, externalId: 128 } as const;
/** Longest snooze: 90 days (api.md 4.14). */
export const MAX_SNOOZE_MS = days(90);

/** An issue that is found completed by its first read raises "Shipped?" where it was linked at most this long ago. */
export const COMPLETION_NEWS_DAYS = 7;

/** Quotes of each kind that a work packet carries at most; one page of the evidence endpoint holds as many. */
export const WORK_PACKET_EVIDENCE = 100;
export const WORK_PACKET_COUNTER_EVIDENCE = 100;
/** Quotes of each kind that its markdown shows: what a person reads in an issue before opening the signal. */
export const WORK_PACKET_QUOTES_SHOWN = 10;
/** Longest markdown of a work packet, in UTF-16 units: GitHub takes 65,536, and a tracker adds its marker. */
export const WORK_PACKET_MARKDOWN = 60_000;

/** Post-ship receipt: the quiet window, and the distinct people interviewed in it at least. */
export const POST_SHIP_WINDOW_DAYS = 30;
export const POST_SHIP_MIN_PEOPLE = 2;
/** Post-ship receipt: quality from which an interview counts as listening. */
export const POST_SHIP_QUALITY = 0.6;
/** A shipped fix is contradicted when this many people still say it unasked. */
export const CONTRADICTED_PEOPLE = 2;

/** Gaps: a belief is too narrow where one study holds more than this share of its quotes. */
export const MISSING_BREADTH_SHARE = 0.8;
/** Gaps: so many people for it, and nobody against, is a belief that nobody put to the test. */
export const THIN_COUNTER_PARTICIPANTS = 8;

/** A theme is contradicted with this many people on each side. */
export const CONTRADICTION_PEOPLE = 2;
/** People from which a study's summary can be relied on, and relied on well. */
export const SUMMARY_PEOPLE = { moderate: 4, high: 8 } as const;
/** A signal spans studies from this many on. */
export const CROSS_STUDY_STUDIES = 2;
/** A study is saturated when its last so many analysed interviews brought no new theme. */
export const SATURATION_INTERVIEWS = 5;
/** A person is worth a call about what they said at most this long ago: later, the moment has passed. */
export const LIVE_CALL_DAYS = 14;
/**
 * A quote against a belief is worth a call from this strength up. Where a person put it against the belief, a clear
 * doubt is enough; where its wording alone did, only a strong one, and against an established belief.
 */
export const LIVE_CALL_STRENGTH = { coded: 0.5, read: 0.8 } as const;
/** Recommendations of its own that the service has waiting for a decision at most: nobody weighs more at once. */
export const OPEN_RECOMMENDATIONS = 10;
/** Evidence must have grown by this factor before a signal is recommended on again after a no. */
export const RECOMMEND_AGAIN_FACTOR = 2;

/** Action cards: priority tier by type, 1 the most urgent; a live call's depends on its reason. */
export const CARD_TIERS: Record<Exclude<ActionCardType, 'live_call'>, number> = {
  fix_contradicted: 1,
  interview_failure: 2,
  low_balance: 2,
  new_recommendation: 3,
  theme_contradiction: 4,
  cross_study_signal: 5,
  research_gap: 6,
  follow_up_suggestion: 7,
  study_saturation: 8,
};
export const LIVE_CALL_TIERS: Record<LiveCallReason, number> = {
  churn_risk: 1,
  emotional_intensity: 2,
  contradicts_signal: 3,
};

/** Largest file that is ingested: some hundred hours of talk. */
export const MAX_INGEST_BYTES = 32 * 1024 * 1024;

/** Most speakers of one talk: a recorded panel has some ten. */
export const MAX_SPEAKERS = 200;

/** Longest turn of a talk that is read as it goes on, in UTF-16 units: two hours without a pause. */
export const MAX_LIVE_TURN = 100_000;

/** A signal is founded by the words of this many people at least, and by one more where so many were heard. */
export const SIGNAL_PARTICIPANTS = 2;
export const MANY_HEARD = 25;
