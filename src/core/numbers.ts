/**
 * The numbers of the specification, each in this one place. A rule that needs one imports it from here; none is
 * repeated in code or SQL. Numbers that the specification does not set are defined next to their rule.
 */
const DAY_MS = 24 * 60 * 60 * 1000;
export const days = (count: number): number => count * DAY_MS;

/** Quality bar: minimum score, for items that have one, from which quotes qualify. */
export const QUALITY_BAR = 0.4;

/** Stage: `established` from this number of distinct participants and studies. */
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

/**
 * A signal is stale if nothing was captured for this long; confidence starts to decay then, too.
 */
export const STALE_DAYS = 90;
/** Confidence below `moderate` is low, below `high` moderate. */
export const CONFIDENCE_BANDS = { moderate: 0.4, high: 0.7 } as const;

/** Theme strength: `corroborated` and `broad` start at this many supporting participants. */
export const CORROBORATED_PARTICIPANTS = 2;
export const BROAD_PARTICIPANTS = 5;

/** Number of sample quotes in the signal packet and the readout. */
export const EVIDENCE_TASTER = 3;
export const COUNTER_EVIDENCE_TASTER = 2;

/**
 * Readout coverage: a target is listed from this many analyzed interviews, if fewer than this share
 * touch it.
 */
export const COVERAGE_MIN_INTERVIEWS = 5;
export const COVERAGE_SHARE = 1 / 3;

/** Maximum length of a question, a search or a note, in characters. */
export const MAX_QUESTION = 2000;
export const MAX_NOTE = 2000;

/** Maximum number of links per recommendation, and maximum length of a link's fields. */
export const MAX_WORK_ITEMS = 20;
export const MAX_WORK_ITEM = { url: 2048, title: 200, externalId: 128 } as const;
/** Longest snooze: 90 days. */
export const MAX_SNOOZE_MS = days(90);

/**
 * An issue that is found completed by its first read raises "Shipped?" only if it was linked at
 * most this long ago.
 */
export const COMPLETION_NEWS_DAYS = 7;
/** Time that a coding agent has to begin; after it, the card says that it has not begun and offers another try. */
export const HANDOVER_PATIENCE_MS = 10 * 60_000;

/**
 * Maximum number of quotes of each kind in a work packet: more than its markdown has room for,
 * unless they are very short.
 */
export const WORK_PACKET_EVIDENCE = 300;
export const WORK_PACKET_COUNTER_EVIDENCE = 300;
/**
 * Longest markdown of a work packet, in UTF-16 units: GitHub accepts 65,536, and a tracker adds its
 * marker.
 */
export const WORK_PACKET_MARKDOWN = 60_000;

/** Maximum number of customer requests per Linear issue. */
export const CUSTOMER_REQUESTS = 50;
/** Maximum number of sub-issues: GitHub allows no more per issue. */
export const SUB_ISSUES = 100;

/** Maximum number of questions that are answered in one issue per hour. */
export const QUESTIONS_PER_ISSUE_AND_HOUR = 10;

/**
 * Post-ship receipt: the quiet window, and the minimum number of distinct people interviewed in it.
 */
export const POST_SHIP_WINDOW_DAYS = 30;
export const POST_SHIP_MIN_PEOPLE = 2;
/** Post-ship receipt: minimum quality of an interview that counts. */
export const POST_SHIP_QUALITY = 0.6;
/** A shipped fix is contradicted when this many people still report the problem unprompted. */
export const CONTRADICTED_PEOPLE = 2;

/** Gaps: a belief is too narrow if one study holds more than this share of its quotes. */
export const MISSING_BREADTH_SHARE = 0.8;
/** Gaps: with this many people for it and none against, a belief is considered untested. */
export const THIN_COUNTER_PARTICIPANTS = 8;

/** A theme is contradicted with this many people on each side. */
export const CONTRADICTION_PEOPLE = 2;
/** Number of people from which a study's summary has moderate or high reliability. */
export const SUMMARY_PEOPLE = { moderate: 4, high: 8 } as const;
/** Number of studies from which a signal counts as cross-study. */
export const CROSS_STUDY_STUDIES = 2;
/** A study is saturated when this many analyzed interviews in a row brought no new theme. */
export const SATURATION_INTERVIEWS = 5;
/** A live call is suggested only if the person's statement is at most this many days old. */
export const LIVE_CALL_DAYS = 14;
/**
 * Minimum strength of a quote against a belief for a live call. If a person coded it as
 * contradicting, a clear doubt is enough; if only its wording suggests so, it must be strong and
 * the belief established.
 */
export const LIVE_CALL_STRENGTH = { coded: 0.5, read: 0.8 } as const;
/**
 * Maximum number of the service's own recommendations waiting for a decision: a team cannot weigh
 * more at once.
 */
export const OPEN_RECOMMENDATIONS = 10;
/** Evidence must have grown by this factor before a dismissed signal is recommended again. */
export const RECOMMEND_AGAIN_FACTOR = 2;

/** A channel that never had a card gets this many, and one message that lists the rest. */
export const FIRST_CARDS = 5;
/**
 * Cards of these tiers are posted at once; of the others this many per day, unless the team chose
 * another number.
 */
export const URGENT_TIER = 2;
export const OTHER_CARDS_PER_DAY = 5;

/** Days for which a signed link to a page works, unless the team chose another number. */
export const PAGE_LINK_DAYS = 30;

/** Largest file that is ingested: hundreds of hours of talk. */
export const MAX_INGEST_BYTES = 32 * 1024 * 1024;

/** Maximum length of one talk, and of all interviews of a file, in characters: an hour of talk has about 60,000. */
export const MAX_TALK = 2_000_000;
export const MAX_INTERVIEWS = 32_000_000;

/** Maximum number of speakers in one talk: a recorded panel has about ten. */
export const MAX_SPEAKERS = 200;

/** Maximum length of the name of a person, session, study or tag, in characters. */
export const MAX_NAME = 200;

/** Maximum number of characters without a space, in languages that use spaces. */
export const MAX_RUN = 10_000;

/** Longest time in milliseconds that reading or analyzing a file may occupy its thread at once. */
export const MAX_READING_MS = 60_000;
/** The same limit for finding the themes of a study or the beliefs of a team. */
export const MAX_GROUPING_MS = 10 * 60_000;
/** Memory of that thread, in MB. */
export const MAX_THREAD_HEAP_MB = 768;
/** Part of it for new objects. Node's default is four times that, and keeps 25 MB more. */
export const MAX_THREAD_YOUNG_MB = 12;

/**
 * Longest turn or highlight in a file, in UTF-16 units. Speech recognition that detects no pause
 * makes one turn of a whole talk.
 */
export const MAX_TURN = 1_000_000;
/** Longest turn of a live talk, in UTF-16 units: two hours without a pause. */
export const MAX_LIVE_TURN = 100_000;
/** Maximum number of turns in one talk: an hour of talk has a few hundred. */
export const MAX_TURNS = 20_000;
/** Maximum number of highlights in one file. */
export const MAX_HIGHLIGHTS = 20_000;

/**
 * The version of the rules behind stored facts (counts, stage, trajectory). Raise it with every change to such a
 * rule: each team is then recounted in the background after the upgrade.
 */
export const FACTS_VERSION = 3;
