import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type Koa from 'koa';
import type { KnownTracker } from '../../src/issues/adapter.js';
import { PEOPLE } from '../people.js';
import { type IssuePagesOptions, issuePages } from './issue-pages.js';
import { type MemoryIssue, MemoryTracker, memoryAddress } from './memory-tracker.js';
import { ISSUES_PATH } from './pages.js';

/**
 * The issues that the demo team links to, in a repository that does not exist; kept here so that cards do not show
 * them as deleted.
 */
const DEMO_ISSUES: readonly MemoryIssue[] = [
  {
    externalId: 'kettle-demo/kettle#1408',
    nativeId: 'kettle-1408',
    title: 'Reminders: schedule and send',
    url: 'https://github.com/kettle-demo/kettle/pull/1408',
    state: 'completed',
  },
  {
    externalId: 'kettle-demo/kettle#1533',
    nativeId: 'kettle-1533',
    title: 'Monthly export for accountants',
    url: 'https://github.com/kettle-demo/kettle/issues/1533',
    state: 'open',
  },
].map((issue) => ({
  ...(issue as Pick<MemoryIssue, 'externalId' | 'nativeId' | 'title' | 'url' | 'state'>),
  updatedAt: new Date('2026-01-01T00:00:00Z'),
  clientId: '',
  comments: [],
}));

export interface SandboxTracker {
  tracker: MemoryTracker;
  known: KnownTracker;
  /** Serves the pages of its issues. */
  middleware: Koa.Middleware;
  /** Path of the list of all issues. */
  pagesPath: string;
}

/**
 * The sandbox's tracker, offered if no real one is configured. Stored in `file`, because links outlive the
 * process.
 */
export function createSandboxTracker(
  options: IssuePagesOptions & { file: string },
): SandboxTracker {
  const { baseUrl, file } = options;
  const identity = {
    provider: 'memory',
    name: 'Sandbox',
    prefix: 'TASK',
    base: `${baseUrl()}${ISSUES_PATH}`,
  };
  const tracker = new MemoryTracker({
    ...identity,
    secret: randomBytes(16).toString('hex'),
    issues: readIssues(file),
    places: [{ id: 'product', name: 'Product' }],
    labels: ['research', 'bug', 'feature', 'quick win'],
    people: PEOPLE.map(({ handle, name }) => ({ id: handle, name })),
    save: (issues) => saveIssues(file, issues),
  });
  return {
    tracker,
    known: {
      ...identity,
      address: memoryAddress(identity),
      credential: '',
      connect: async () => tracker,
    },
    middleware: issuePages(tracker, options),
    pagesPath: ISSUES_PATH,
  };
}

/** Reads the stored issues; if the file is missing or damaged, only the demo's issues are left. */
function readIssues(file: string): MemoryIssue[] {
  try {
    const kept: MemoryIssue[] = JSON.parse(readFileSync(file, 'utf8'));
    return kept.map((issue) => ({ ...issue, updatedAt: new Date(issue.updatedAt) }));
  } catch {
    return structuredClone([...DEMO_ISSUES]);
  }
}

/** Writes to a second file first: a process killed midway leaves the old file intact. */
function saveIssues(file: string, issues: readonly MemoryIssue[]): void {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(`${file}.new`, JSON.stringify(issues));
  renameSync(`${file}.new`, file);
}
