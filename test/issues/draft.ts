import { randomUUID } from 'node:crypto';
import type { IssueDraft } from '../../src/issues/issue.js';
import type { Attempt } from '../../src/issues/tracker.js';

export const publicUrl = 'https://beliefs.example.com';

export const draft = (overrides: Partial<IssueDraft> = {}): IssueDraft => ({
  recommendationId: 'rec-1',
  title: 'Say why an import failed',
  markdown: '## Problem\n\n> It just says no.',
  pageUrl: `${publicUrl}/p/recommendations/${overrides.recommendationId ?? 'rec-1'}?t=a-token`,
  labels: [],
  ...overrides,
});

export const attempt = (): Attempt => ({ clientId: randomUUID(), startedAt: new Date() });
