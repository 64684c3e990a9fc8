import type { GithubSettings, LinearSettings } from '../src/config/integration-settings.js';
import type { Tracker } from '../src/trackers/tracker.js';
import { GitHubTracker } from './github/github-tracker.js';
import { LinearTracker } from './linear/linear-tracker.js';

export interface TrackersConfig {
  /** How the outside reaches this server, for the links back. */
  publicUrl: string;
  linear?: LinearSettings;
  github?: GithubSettings;
}

/**
 * The configured trackers by provider, in the order in which they are offered; a third is one more line.
 * Throws ConfigError for settings that no request could work with.
 */
export function buildTrackers({ publicUrl, linear, github }: TrackersConfig): Map<string, Tracker> {
  const trackers: Tracker[] = [
    ...(linear ? [new LinearTracker({ ...linear, publicUrl })] : []),
    ...(github ? [new GitHubTracker({ ...github, publicUrl })] : []),
  ];
  return new Map(trackers.map((tracker) => [tracker.provider, tracker]));
}
