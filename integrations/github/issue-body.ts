import { backLink } from '../../src/issues/back-link.js';
import type { IssueComment, IssueDraft } from '../../src/issues/tracker.js';

/** GitHub's limit is 65,536 characters. */
const BODY_LIMIT = 65_536;
const CUT = '\n\n(Cut here: the work packet is longer than an issue can be.)';

/** Invisible in the rendered issue; finds an issue whose creation response was lost. */
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

/** Adds the marker to a comment, so that it can be found if the response is lost. */
export const commentBody = ({ commentId, markdown }: IssueComment): string =>
  `${marker(commentId)}\n${markdown}`;
