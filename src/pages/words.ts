import type { ResearchGapStatus, ResearchGapType } from '../../db/entities/research-gap.js';
import type { StudyStatus } from '../../db/entities/study.js';
import type { WorkItemState } from '../../db/entities/work-item.js';
import type { SignalRow } from '../../db/queries/signals.js';
import type { IssueRow } from '../beliefs/queries/follow-ups.js';
import { type Html, html, linked, webAddress } from './html.js';
import type { Say } from './visit.js';

export const GAPS: Record<ResearchGapType, string> = {
  missing_breadth: 'Too few sources',
  thin_counter_evidence: 'No counter-evidence yet',
  topic_asymmetry: 'A question was left out',
  stale_evidence: 'The evidence is old',
  post_ship_verification: 'Shipped, but not checked since',
};

export const GAP_STATES: Record<ResearchGapStatus, string> = {
  open: 'open',
  accepted: 'a study is drafted',
  applied: 'closed',
  dismissed: 'dismissed',
};

export const STUDY_STATES: Record<StudyStatus, string> = {
  draft: 'draft',
  publishing: 'being published',
  active: 'active',
  paused: 'paused',
  completed: 'completed',
};

const ISSUE_STATES: Record<WorkItemState, string> = {
  open: 'open',
  started: 'in progress',
  completed: 'done',
  canceled: 'not planned',
  duplicate: 'duplicate',
  deleted: 'deleted',
};

/** The state of a belief, in one or two words each. */
export const standingOf = (signal: SignalRow): string[] => [
  signal.archived ? `closed: ${signal.archiveReason ?? 'archived'}` : signal.stage,
  ...(signal.archived ? [] : [signal.trajectory]),
  ...(signal.actionable ? ['has a recommendation'] : []),
];

/** Linked issues with their state in the tracker. */
export const issueList = (issues: readonly Omit<IssueRow, 'recommendationId'>[], say: Say): Html =>
  html`<ul class="rows">${issues.map(({ url, externalId, title, state, provider }) => {
    const called = [externalId, title && say(title)].filter(Boolean).join(' ') || url;
    const rest = [
      ...(state ? [ISSUE_STATES[state]] : []),
      ...(provider === 'url' ? [] : [provider]),
    ];
    return html`<li><p dir="auto">${linked(webAddress(url), called)}</p>${rest.length > 0 && html`<p class="lines">${rest.join(' · ')}</p>`}</li>`;
  })}</ul>`;
