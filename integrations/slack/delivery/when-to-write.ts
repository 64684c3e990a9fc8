import type { TeamSettings } from '../../../src/core/team-settings.js';
import { localClock } from '../blocks/local-time.js';
import type { Slack } from '../connection/slack.js';

/**
 * The channel for cards and digests: the team's choice, or else SLACK_CHANNEL; undefined if they are only in App
 * Home.
 */
export const channelOf = (
  slack: Slack,
  { channel }: Pick<TeamSettings, 'channel'>,
): string | undefined => channel ?? slack.settings.channelId;

/** The time zone of quiet hours and the digest. */
export const timeZoneOf = (slack: Slack, { timeZone }: Pick<TeamSettings, 'timeZone'>): string =>
  timeZone ?? slack.digest.timeZone;

/** True if nothing new may be posted now. Hours such as 22:00 to 07:00 span midnight. */
export function isQuiet(
  quietHours: TeamSettings['quietHours'],
  timeZone: string,
  now: Date,
): boolean {
  if (quietHours === null) return false;
  const { from, to } = quietHours;
  const clock = localClock(now, timeZone);
  return from < to ? clock >= from && clock < to : clock >= from || clock < to;
}

export type DigestDays = 'weekdays' | 'daily' | 'mondays' | 'other';

const DAYS = { weekdays: '1-5', daily: '*', mondays: '1' } as const;
const SIMPLE = /^(\d{1,2}) (\d{1,2}) \* \* (1-5|\*|1)$/;

/** The days of a cron expression, if the settings form can show them; otherwise `other`. */
export function digestDaysOf(cron: string): DigestDays {
  const days = SIMPLE.exec(cron.trim())?.[3];
  const known = Object.entries(DAYS).find(([, field]) => field === days)?.[0];
  return (known as DigestDays | undefined) ?? 'other';
}

/** The time of day as `09:00`; undefined if the expression has more than one time. */
export function digestTimeOf(cron: string): string | undefined {
  const [, minute, hour] = SIMPLE.exec(cron.trim()) ?? [];
  return minute && hour ? `${hour.padStart(2, '0')}:${minute.padStart(2, '0')}` : undefined;
}

/** The cron expression for these days at a time such as `09:00`. */
export function digestCron(days: Exclude<DigestDays, 'other'>, time: string): string {
  const [hour = '9', minute = '0'] = time.split(':');
  return `${Number(minute)} ${Number(hour)} * * ${DAYS[days]}`;
}
