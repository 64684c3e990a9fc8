import type { Tracker } from '../trackers/tracker.js';
import { TrackerFailure } from '../trackers/tracker-failure.js';
import { type Check, ok, wrong } from './check.js';

/** Whether the tracker knows our credentials and the place where issues would go; makes nothing there. */
export async function checkTracker(tracker: Tracker): Promise<Check> {
  try {
    return ok(tracker.provider, await tracker.whereTo());
  } catch (error) {
    if (!(error instanceof TrackerFailure)) throw error;
    return wrong(tracker.provider, 'issues cannot be created', error.message);
  }
}
