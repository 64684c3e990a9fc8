/** One workspace, with its tokens. */
export interface SlackSettings {
  botToken: string;
  /** Absent only in Socket Mode, which receives no requests over HTTP. */
  signingSecret?: string;
  /** Turns on Socket Mode. */
  appToken?: string;
  /** The channel for cards; without it, cards are only in App Home. */
  channelId?: string;
  /**
   * The workspace that installed the app through OAuth, and its team; absent for the workspace of SLACK_BOT_TOKEN.
   */
  installed?: { workspaceId: string; teamId: string };
  /** Base URL of the Web API; Slack's own by default. */
  apiUrl?: string;
  /** Milliseconds between two posts to one channel; Slack allows about one per second. */
  postIntervalMs?: number;
  /** True for a stand-in that loses its messages when the process ends, so that cards are posted again. */
  forgetsMessages?: boolean;
}

/** Slack's own limit per channel. */
export const POST_INTERVAL_MS = 1_000;

/** Longer than any Web API call may take, so that no call is still running after it. */
export const CALL_TIMEOUT_MS = 10_000;

/** Milliseconds after which a post that was in progress has been answered. */
export const POST_UNDER_WAY_MS = 1_000;

/**
 * Milliseconds after which a claimed post without a response will not get one: its call has ended or its process
 * has died.
 */
export const CLAIM_IN_DOUBT_MS = 15_000;

/** Milliseconds for which it is cached who can read a channel. */
export const CHANNEL_REMEMBERED_MS = 60_000;
