import type { Recommendation, WorkItemProvider } from '../entities/recommendation.js';

export interface LinkedSignalRow {
  signalId: string;
  refNumber: number;
  label: string;
}

export interface WorkItemLinkRow {
  normalizedUrl: string;
  url: string;
  provider: WorkItemProvider;
  externalId: string | null;
  title: string | null;
  linkedAt: Date;
}

/** A recommendation with the signals it stands on, in their order, and its links, oldest first. */
export interface RecommendationRow extends Omit<Recommendation, 'teamId'> {
  signals: LinkedSignalRow[];
  workItemLinks: WorkItemLinkRow[];
}
