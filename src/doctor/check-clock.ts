import { type Check, off, ok, wrong } from './check.js';

/** Slack and Linear refuse signed requests that seem older than this, and so do we (platform pages of both). */
const TOLERANCE_SECS = 60;
const CLOSE_ENOUGH_SECS = 10;

/** How far this machine's clock is from others'. @param skews seconds this machine is ahead, by whose clock */
export function checkClock(skews: ReadonlyMap<string, number>): Check {
  const [worst] = [...skews].sort((a, b) => Math.abs(b[1]) - Math.abs(a[1]));
  if (!worst) return off('clock', 'nothing to compare it with');
  const [whose, secs] = worst;
  const rounded = Math.round(Math.abs(secs));
  const detail = `${rounded} s ${secs < 0 ? 'behind' : 'ahead of'} ${whose}`;
  if (rounded <= CLOSE_ENOUGH_SECS) return ok('clock', detail);
  return wrong(
    'clock',
    detail,
    `Synchronise this machine's clock (NTP): requests signed more than ${TOLERANCE_SECS} s away are refused.`,
  );
}

/** Seconds this machine is ahead of a `Date` header that just arrived; undefined where there is none. */
export function skewOf(date: string | null | undefined): number | undefined {
  const at = Date.parse(date ?? '');
  return Number.isNaN(at) ? undefined : (Date.now() - at) / 1000;
}
