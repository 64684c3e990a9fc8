import { z } from 'zod';
import type { AddressRule } from '../core/work-item-url.js';
import type { TokenStore } from './token-store.js';
import type { Tracker } from './tracker.js';

/** Parts of the service that a tracker's client uses. */
export interface TrackerSurroundings {
  publicUrl: string;
  /** Absent without ENCRYPTION_KEY or a database. */
  tokens?: TokenStore | undefined;
}

/** A tracker that this version supports, as configured in this installation. */
export interface KnownTracker {
  /**
   * Technical name, such as `linear`: in AUTO_PUSH, `/webhooks/linear`, the doctor's report, metrics and the
   * database.
   */
  readonly provider: string;
  /** Display name, such as `Linear`. */
  readonly name: string;
  /** URL of the tracker's API, for metrics, traces and the clock comparison; absent if it has none. */
  readonly apiUrl?: string;
  readonly address: AddressRule;
  /** The variable that enables the tracker, for messages when it is missing. */
  readonly credential: string;
  /** Connects to the tracker; absent if it is not configured. Throws ConfigError for settings that cannot work. */
  readonly connect?: ((surroundings: TrackerSurroundings) => Promise<Tracker>) | undefined;
  /** The variable that enables answers to questions inside issues; absent if the tracker cannot have them. */
  readonly answersWith?: string | undefined;
}

/** Rules of every tracker that this version supports; they determine the provider of a link. */
export const addressRules = (trackers: readonly KnownTracker[]): AddressRule[] =>
  trackers.map(({ address }) => address);

/** The one value that a tracker's folder exports and integrations/trackers.ts lists. */
export interface TrackerAdapter {
  readonly provider: string;
  /** Names of the tracker's environment variables. */
  readonly variables: readonly string[];
  /** Variables whose invalid value may be shown in a message, because they do not hold a secret. */
  readonly shown: readonly string[];
  /**
   * Reads the environment. Returns the problems with its values, or a function that creates the tracker. That
   * function throws ConfigError if the tracker is only partly configured.
   */
  read(given: Record<string, string | undefined>): z.core.$ZodIssue[] | (() => KnownTracker);
}

/** Defines an adapter from its variables and a function that reads their values. */
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
  /** The team that uses the trackers; undefined if there are no trackers. */
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
