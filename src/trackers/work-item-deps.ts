import type { Tracker } from './tracker.js';

/** What the jobs about work items are made with. */
export interface WorkItemDeps {
  /** The team that the trackers belong to; undefined where there are none. */
  teamId: string | undefined;
  trackers: ReadonlyMap<string, Tracker>;
  publicUrl: string;
  /** AUTO_PUSH: what holds where the team has not chosen for itself. */
  autoPush: 'off' | 'linear' | 'github';
}

/** The tracker that an address belongs to, and its issue's name there. */
export function trackerOf(
  { trackers }: Pick<WorkItemDeps, 'trackers'>,
  url: string,
): { tracker: Tracker; externalId: string } | undefined {
  for (const tracker of trackers.values()) {
    const externalId = tracker.parse(url);
    if (externalId) return { tracker, externalId };
  }
  return undefined;
}
