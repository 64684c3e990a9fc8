import { z } from 'zod';
import {
  ACTION_PRIORITIES,
  type ActionItem,
  type ActionPriority,
} from '../../db/entities/recommendation.js';
import { MAX_WORK_ITEM } from '../decisions.js';
import { cut } from '../words.js';
import type { IssueDraft } from './tracker.js';

/** What a person may set beside the packet. */
export const IssueRequest = z.object({
  title: z.string().optional(),
  labels: z.array(z.string()).optional(),
  /** Ids with the tracker: of a team or repository, and of a person. */
  place: z.string().optional(),
  assignee: z.string().optional(),
  priority: z.enum(ACTION_PRIORITIES).optional(),
});
export type IssueRequest = z.infer<typeof IssueRequest>;

interface Packet {
  recommendation: { recommendationId: string; title: string };
  markdown: string;
}

export function issueDraft(packet: Packet, { title, labels, ...chosen }: IssueRequest): IssueDraft {
  return {
    recommendationId: packet.recommendation.recommendationId,
    title: fitTitle(title ?? packet.recommendation.title),
    markdown: packet.markdown,
    labels: labels ?? [],
    ...chosen,
  };
}

/** The most pressing of the action items; undefined where there are none. */
export const priorityOf = (items: readonly ActionItem[]): ActionPriority | undefined =>
  ACTION_PRIORITIES.find((priority) => items.some((item) => item.priority === priority));

/** One line, no longer than the title of a link to it may be (api.md 4.15); every tracker takes more. */
export function fitTitle(title: string): string {
  return cut(title.replace(/\s+/g, ' ').trim(), MAX_WORK_ITEM.title);
}
