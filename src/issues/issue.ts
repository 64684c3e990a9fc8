import { z } from 'zod';
import {
  ACTION_PRIORITIES,
  type ActionItem,
  type ActionPriority,
} from '../../db/entities/recommendation.js';
import type { WorkItemState } from '../../db/entities/work-item.js';
import { MAX_WORK_ITEM } from '../core/numbers.js';
import { cut } from '../core/words.js';

/** Content of a new issue. */
export interface IssueDraft {
  /** The subject of the issue; neither is set for a message that is not about a belief. */
  recommendationId?: string | undefined;
  signalId?: string | undefined;
  /** A single line. */
  title: string;
  /** The work packet, safe to paste into a tracker. */
  markdown: string;
  /** URL of the page about the issue's subject; absent if no one could open it. */
  pageUrl?: string | undefined;
  /** URL of the Slack message that the issue is created from. */
  messageUrl?: string | undefined;
  labels: readonly string[];
  /** Id of the team or repository; the configured one by default. */
  place?: string | undefined;
  /** The person's id in the tracker. */
  assignee?: string | undefined;
  priority?: ActionPriority | undefined;
}

/** The parts of a new issue that are needed to find similar ones. */
export type SimilarTo = Pick<IssueDraft, 'recommendationId' | 'signalId' | 'title' | 'place'>;

export interface IssueRef {
  /** Display name: `ENG-12`, `owner/name#12`. */
  externalId: string;
  /** The tracker's permanent id, if known. It survives a move to another team or repository. */
  nativeId?: string | undefined;
}

interface TrackerIssue extends IssueRef {
  nativeId: string;
  url: string;
  title: string;
}

export interface CreatedIssue extends TrackerIssue {
  /** Descriptions of the parts that the tracker left out: labels, the back link. */
  dropped: string[];
}

export interface TrackedIssue extends TrackerIssue {
  state: WorkItemState;
  /** Time of the issue's last change, by the tracker's clock. */
  updatedAt: Date;
  /** The user who set the current state, if the tracker reports it. */
  changedBy?: string | undefined;
}

/** An existing issue that may be the one a user is about to create. */
export interface SimilarIssue extends TrackedIssue {
  /** The issue links to the same evidence, or its title is nearly the same. */
  why: 'link' | 'title';
}

/** The fields that a user can set besides the packet. */
export const IssueRequest = z.object({
  title: z.string().optional(),
  labels: z.array(z.string()).optional(),
  /** Ids in the tracker: of a team or repository, and of a person. */
  place: z.string().optional(),
  assignee: z.string().optional(),
  priority: z.enum(ACTION_PRIORITIES).optional(),
  /** The coding agent that gets the issue once it is linked: its id in the tracker, or its name. */
  handTo: z.string().optional(),
  /** The belief that an issue from a message is about. */
  signalId: z.string().optional(),
});
export type IssueRequest = z.infer<typeof IssueRequest>;

interface Packet {
  recommendation: { recommendationId: string; title: string };
  markdown: string;
}

export function issueDraft(
  packet: Packet,
  { title, labels, handTo: _, signalId: __, ...chosen }: IssueRequest,
  pageUrl?: string,
): IssueDraft {
  return {
    recommendationId: packet.recommendation.recommendationId,
    title: fitTitle(title ?? packet.recommendation.title),
    markdown: packet.markdown,
    pageUrl,
    labels: labels ?? [],
    ...chosen,
  };
}

/** The highest priority among the action items; undefined if there are none. */
export const priorityOf = (items: readonly ActionItem[]): ActionPriority | undefined =>
  ACTION_PRIORITIES.find((priority) => items.some((item) => item.priority === priority));

/** Makes a title a single line that fits the title of a link; every tracker accepts more. */
export function fitTitle(title: string): string {
  return cut(title.replace(/\s+/g, ' ').trim(), MAX_WORK_ITEM.title);
}

/** Minimum share of common words for two titles to count as similar. */
const ALIKE = 0.5;

const words = (title: string): Set<string> =>
  new Set(title.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? []);

/** Similarity of two titles, from 0 to 1: the share of common words (Dice). */
export function titleSimilarity(one: string, other: string): number {
  const [a, b] = [words(one), words(other)];
  if (a.size + b.size === 0) return 0;
  const common = [...a].filter((word) => b.has(word)).length;
  return (2 * common) / (a.size + b.size);
}

export const isSimilarTitle = (one: string, other: string): boolean =>
  titleSimilarity(one, other) >= ALIKE;
