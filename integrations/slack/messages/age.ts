import { counted } from '../../../src/words.js';

const DAY_MS = 86_400_000;

/** How long ago `at` was, in the words of a person; whole days in UTC. */
export function age(at: Date | null, now: Date): string {
  if (at === null) return 'date unknown';
  const days = Math.floor(now.getTime() / DAY_MS) - Math.floor(at.getTime() / DAY_MS);
  if (days <= 0) return 'today';
  if (days === 1) return 'yesterday';
  if (days < 14) return `${days} days ago`;
  if (days < 61) return `${Math.floor(days / 7)} weeks ago`;
  if (days < 730) return `${Math.floor(days / 30.44)} months ago`;
  return `${counted(Math.floor(days / 365.25), 'year')} ago`;
}

/** An instant that Slack shows in each reader's own time zone; mrkdwn only. */
export function localTime(at: Date): string {
  const fallback = `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  return `<!date^${Math.floor(at.getTime() / 1000)}^{date_short_pretty} at {time}|${fallback}>`;
}
