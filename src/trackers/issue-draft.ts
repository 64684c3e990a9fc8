import type { IssueDraft } from './tracker.js';

/** A work item link's title is at most 200 characters (api.md 4.15); every tracker takes more. */
const TITLE_LIMIT = 200;

/** What a person may set beside the packet. */
export interface IssueRequest {
  title?: string;
  labels?: readonly string[];
}

interface Packet {
  recommendation: { recommendationId: string; title: string };
  markdown: string;
}

export function issueDraft(packet: Packet, request: IssueRequest): IssueDraft {
  return {
    recommendationId: packet.recommendation.recommendationId,
    title: fitTitle(request.title ?? packet.recommendation.title),
    markdown: packet.markdown,
    labels: request.labels ?? [],
  };
}

/** One line of at most 200 UTF-16 units, cut between characters. */
export function fitTitle(title: string): string {
  const line = title.replace(/\s+/g, ' ').trim();
  if (line.length <= TITLE_LIMIT) return line;
  return `${line.slice(0, TITLE_LIMIT - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}
