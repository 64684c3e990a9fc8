import type { TeamSettings } from '../../../src/settings/team-settings.js';
import type { Slack } from '../slack.js';

/** Where cards and digests go: the team's choice, else SLACK_CHANNEL; undefined where they are in App Home only. */
export const channelOf = (
  slack: Slack,
  { channel }: Pick<TeamSettings, 'channel'>,
): string | undefined => channel ?? slack.settings.channelId;

/** Whose clock quiet hours and the digest follow. */
export const timeZoneOf = (slack: Slack, { timeZone }: Pick<TeamSettings, 'timeZone'>): string =>
  timeZone ?? slack.digest.timeZone;
