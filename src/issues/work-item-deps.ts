import type { Tracker } from './tracker.js';

/** Dependencies of the jobs about work items. */
export interface WorkItemDeps {
  /** The team that the trackers belong to; undefined if there are none. */
  teamId: string | undefined;
  trackers: ReadonlyMap<string, Tracker>;
  /** AUTO_PUSH: `off` or a provider, for teams without a setting of their own. */
  autoPush: string;
}

/** The tracker that a URL belongs to, and the name there. */
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
