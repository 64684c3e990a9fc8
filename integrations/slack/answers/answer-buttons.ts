import type { ActionsBlock, Button } from '@slack/types';
import type { Answer, AnswerKind } from '../../../src/answers/ask/answer.js';
import { ours } from '../blocks/text.js';

export interface AnswerMoves {
  /** Number of quotes behind the answer, including those not shown. */
  sources: number;
  /** True if nothing answers the question, so that a study on it can be drafted. */
  open: boolean;
  /** True if an open research gap is near the question. */
  gap: boolean;
}

export const movesOf = ({ parts, citations }: Answer): AnswerMoves => ({
  sources: new Set(citations.flatMap(({ evidenceIds }) => [...evidenceIds])).size,
  open: isOpen(parts.kind),
  gap: parts.gap !== null,
});

/** True if nothing answers a question that is one. */
export const isOpen = (kind: AnswerKind): boolean => kind === 'near' || kind === 'not covered';

/** Buttons below an answer; `shareable` if only the person who asked can see it so far. */
export function answerButtons(
  answerId: string,
  { sources, open, gap }: AnswerMoves,
  shareable: boolean,
): ActionsBlock {
  const button = (action: string, text: string, label?: string): Button => ({
    type: 'button',
    action_id: `answer.${action}`,
    text: ours(text),
    value: answerId,
    ...(label ? { accessibility_label: label } : {}),
  });
  return {
    type: 'actions',
    elements: [
      ...(shareable ? [button('share', 'Share to channel')] : []),
      ...(sources > 0 ? [button('sources', `Sources (${sources})`)] : []),
      ...(open ? [button('draft-study', 'Draft a study')] : []),
      ...(gap && open ? [button('draft-gap', 'Draft a study on that gap')] : []),
      button('helpful:yes', ':+1:', 'This answer helped'),
      button('helpful:no', ':-1:', 'This answer did not help'),
    ],
  };
}
