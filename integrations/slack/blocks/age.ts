import { days } from '../../../src/core/decisions.js';
import { counted } from '../../../src/core/words.js';

const DAY_MS = days(1);

/** Formats how long ago `at` was, such as "3 days ago"; whole days in UTC. */
export function age(at: Date | null, now: Date): string {
  if (at === null) return 'date unknown';
  const passed = Math.floor(now.getTime() / DAY_MS) - Math.floor(at.getTime() / DAY_MS);
  if (passed <= 0) return 'today';
  if (passed === 1) return 'yesterday';
  if (passed < 14) return `${passed} days ago`;
  if (passed < 61) return `${Math.floor(passed / 7)} weeks ago`;
  if (passed < 730) return `${Math.floor(passed / 30.44)} months ago`;
  return `${counted(Math.floor(passed / 365.25), 'year')} ago`;
}

/** An instant that Slack shows in each reader's own time zone; mrkdwn only. */
export function localTime(at: Date): string {
  const fallback = `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  return `<!date^${Math.floor(at.getTime() / 1000)}^{date_short_pretty} at {time}|${fallback}>`;
}
