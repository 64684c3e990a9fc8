import { z } from 'zod';
import {
  ACTION_PRIORITIES,
  type ActionItem,
  type ActionPriority,
} from '../../db/entities/recommendation.js';
import { MAX_WORK_ITEM } from '../core/decisions.js';
import { cut } from '../core/words.js';
import type { IssueDraft } from './tracker.js';

/** The fields that a user can set in addition to the packet. */
export const IssueRequest = z.object({
  title: z.string().optional(),
  labels: z.array(z.string()).optional(),
  /** Ids in the tracker: of a team or repository, and of a person. */
  place: z.string().optional(),
  assignee: z.string().optional(),
  priority: z.enum(ACTION_PRIORITIES).optional(),
});
export type IssueRequest = z.infer<typeof IssueRequest>;

interface Packet {
  recommendation: { recommendationId: string; title: string };
  markdown: string;
}

export function issueDraft(
  packet: Packet,
  { title, labels, ...chosen }: IssueRequest,
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

/** One line, no longer than the title of a link may be; every tracker accepts more. */
export function fitTitle(title: string): string {
  return cut(title.replace(/\s+/g, ' ').trim(), MAX_WORK_ITEM.title);
}
