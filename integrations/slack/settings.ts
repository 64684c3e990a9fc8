/** One workspace, by its tokens. */
export interface SlackSettings {
  botToken: string;
  /** Absent only in Socket Mode, where no request comes over HTTP. */
  signingSecret?: string;
  /** With it: Socket Mode. */
  appToken?: string;
  /** Where cards are posted; without it they are in App Home only. */
  channelId?: string;
  /** The workspace that installed the app through OAuth, and its team; absent for the one of SLACK_BOT_TOKEN. */
  installed?: { workspaceId: string; teamId: string };
  /** Web API base; Slack's own unless told. */
  apiUrl?: string;
  /** Between two posts to one channel, in milliseconds; Slack allows about one a second. */
  postIntervalMs?: number;
  /** True for a stand-in that loses its messages when the process ends: what was posted is posted anew. */
  forgetsMessages?: boolean;
}

/** Slack's own limit for a channel. */
export const POST_INTERVAL_MS = 1_000;

/** Longer than any Web API call may take, so that nothing is still under way after it. */
export const CALL_TIMEOUT_MS = 10_000;

/** A post under way is answered by then. */
export const POST_UNDER_WAY_MS = 1_000;

/** A claimed post without an answer for this long got none: its call has ended or its process has died. */
export const CLAIM_SETTLES_MS = 15_000;

/** How long a process goes by what it knows of a channel's readers. */
export const CHANNEL_REMEMBERED_MS = 60_000;
