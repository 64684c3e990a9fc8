import type { TrackerAdapter } from '../src/issues/adapter.js';
import { github } from './github/index.js';
import { jira } from './jira/index.js';
import { linear } from './linear/index.js';

/** Every tracker, in the order in which they are offered. To add one, add its folder and a line here. */
export const TRACKERS: readonly TrackerAdapter[] = [linear, github, jira];
