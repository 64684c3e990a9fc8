import type { Tracker } from '../src/trackers/tracker.js';
import { type GitHubOptions, GitHubTracker } from './github/github-tracker.js';
import { type LinearOptions, LinearTracker } from './linear/linear-tracker.js';

export interface TrackerConfig {
  publicUrl: string;
  linear?: Omit<LinearOptions, 'publicUrl'>;
  github?: Omit<GitHubOptions, 'publicUrl'>;
}

/** The configured trackers by provider, in the order in which they are offered. */
export function buildTrackers({ publicUrl, linear, github }: TrackerConfig): Map<string, Tracker> {
  const trackers: Tracker[] = [
    ...(linear ? [new LinearTracker({ ...linear, publicUrl })] : []),
    ...(github ? [new GitHubTracker({ ...github, publicUrl })] : []),
  ];
  return new Map(trackers.map((tracker) => [tracker.provider, tracker]));
}
