import { z } from 'zod';
import type { AddressRule } from '../core/work-item-url.js';
import type { TokenStore } from './token-store.js';
import type { Tracker } from './tracker.js';

/** Parts of the service that a tracker's client uses. */
export interface TrackerSurroundings {
  publicUrl: string;
  /** Absent without ENCRYPTION_KEY or database. */
  tokens?: TokenStore | undefined;
}

/** A tracker that this version supports, as configured in this installation. */
export interface KnownTracker {
  /** `linear`: its name in AUTO_PUSH, `/webhooks/linear`, the doctor's report, metrics and the database. */
  readonly provider: string;
  /** `Linear`: its name in texts for people. */
  readonly name: string;
  /** URL of its API, for metrics, traces and the comparison of clocks; absent if it has none. */
  readonly apiUrl?: string;
  readonly address: AddressRule;
  /** The variable that enables it, for messages while it is missing. */
  readonly credential: string;
  /** Absent if it is not configured. Throws ConfigError for settings that cannot work. */
  readonly connect?: ((surroundings: TrackerSurroundings) => Promise<Tracker>) | undefined;
  /** The variable that lets questions inside issues be answered; absent if they cannot be. */
  readonly answersWith?: string | undefined;
}

/** Rules of every tracker that this version supports, which decide the provider of a link. */
export const addressRules = (trackers: readonly KnownTracker[]): AddressRule[] =>
  trackers.map(({ address }) => address);

/** The one value that a tracker's folder exports and integrations/trackers.ts lists. */
export interface TrackerAdapter {
  readonly provider: string;
  /** The names of its environment variables. */
  readonly variables: readonly string[];
  /** Variables whose invalid value may be shown in a message, because they hold no secret. */
  readonly shown: readonly string[];
  /**
   * Reads the environment. Returns the problems with its values, or a function that makes the tracker, which throws
   * ConfigError if the tracker is only half configured.
   */
  read(given: Record<string, string | undefined>): z.core.$ZodIssue[] | (() => KnownTracker);
}

/** Defines an adapter by its variables and a function that reads their values. */
export const defineTracker = <Variables extends z.ZodRawShape>({
  provider,
  variables,
  shown,
  configure,
}: {
  provider: string;
  variables: Variables;
  shown: readonly (keyof Variables & string)[];
  configure(env: z.infer<z.ZodObject<Variables>>): Omit<KnownTracker, 'provider'>;
}): TrackerAdapter => ({
  provider,
  variables: Object.keys(variables),
  shown,
  read(given) {
    const parsed = z.object(variables).safeParse(given);
    if (!parsed.success) return parsed.error.issues;
    return () => ({ provider, ...configure(parsed.data) });
  },
});

/** Dependencies of the jobs about work items. */
export interface WorkItemDeps {
  /** The team that the trackers belong to; undefined if there are none. */
  teamId: string | undefined;
  trackers: ReadonlyMap<string, Tracker>;
  /** AUTO_PUSH: `off` or a provider, for teams without a setting of their own. */
  autoPush: string;
}

/** The tracker that a URL belongs to, and the issue's name there. */
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
