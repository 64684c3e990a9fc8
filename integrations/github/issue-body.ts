import { backLink } from '../../src/trackers/back-link.js';
import type { IssueComment, IssueDraft } from '../../src/trackers/tracker.js';

/** GitHub's limit is 65,536 characters. */
const BODY_LIMIT = 65_536;
const CUT = '\n\n(Cut here: the work packet is longer than an issue can be.)';

/** Invisible in the rendered issue; how what got no answer is recognised. */
export const marker = (clientId: string): string => `<!-- belief-layer:${clientId} -->`;

/** The marker first, so that neither a cut nor an open code fence can swallow it. */
export function issueBody(draft: IssueDraft, clientId: string, publicUrl: string): string {
  const { url, title } = backLink(publicUrl, draft.recommendationId);
  const head = `${marker(clientId)}\n[${title}](${url})\n\n`;
  const room = BODY_LIMIT - head.length;
  if (draft.markdown.length <= room) return head + draft.markdown;
  // Whole lines, so that no escaped character is cut in two.
  const kept = draft.markdown.slice(0, room - CUT.length);
  return head + kept.slice(0, Math.max(0, kept.lastIndexOf('\n'))) + CUT;
}

/** A comment with its marker, by which one whose answer was lost is found again. */
export const commentBody = ({ commentId, markdown }: IssueComment): string =>
  `${marker(commentId)}\n${markdown}`;
