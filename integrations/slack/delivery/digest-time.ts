export type DigestDays = 'weekdays' | 'daily' | 'mondays' | 'other';

const DAYS = { weekdays: '1-5', daily: '*', mondays: '1' } as const;
const SIMPLE = /^(\d{1,2}) (\d{1,2}) \* \* (1-5|\*|1)$/;

/** The days of a cron expression that the settings form can show; `other` for any other. */
export function digestDaysOf(cron: string): DigestDays {
  const days = SIMPLE.exec(cron.trim())?.[3];
  const known = Object.entries(DAYS).find(([, field]) => field === days)?.[0];
  return (known as DigestDays | undefined) ?? 'other';
}

/** The time of day as `09:00`; undefined if it is not a single time. */
export function digestTimeOf(cron: string): string | undefined {
  const [, minute, hour] = SIMPLE.exec(cron.trim()) ?? [];
  return minute && hour ? `${hour.padStart(2, '0')}:${minute.padStart(2, '0')}` : undefined;
}

/** The cron expression for these days at a time such as `09:00`. */
export function digestCron(days: Exclude<DigestDays, 'other'>, time: string): string {
  const [hour = '9', minute = '0'] = time.split(':');
  return `${Number(minute)} ${Number(hour)} * * ${DAYS[days]}`;
}
