import type { TeamSettings } from '../../../src/core/team-settings.js';
import type { Slack } from '../connection/slack.js';

/**
 * The channel for cards and digests: the team's choice, else SLACK_CHANNEL; undefined if they are only in App
 * Home.
 */
export const channelOf = (
  slack: Slack,
  { channel }: Pick<TeamSettings, 'channel'>,
): string | undefined => channel ?? slack.settings.channelId;

/** The time zone of quiet hours and the digest. */
export const timeZoneOf = (slack: Slack, { timeZone }: Pick<TeamSettings, 'timeZone'>): string =>
  timeZone ?? slack.digest.timeZone;
