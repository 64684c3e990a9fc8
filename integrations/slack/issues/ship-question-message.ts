import type { KnownBlock } from '@slack/types';
import type { ShipQuestionRow } from '../../../db/queries/ship-questions.js';
import { counted } from '../../../src/core/words.js';
import { itemLink } from '../blocks/item-link.js';
import type { Message } from '../blocks/message.js';
import { bold, line, richText, words } from '../blocks/rich-text.js';
import { context, label, literal, ours } from '../blocks/text.js';

const ANSWERS = {
  shipped: ':rocket: Marked as shipped',
  not_yet: ':hourglass: Not yet',
  settled: ':white_check_mark: Decided otherwise',
  withdrawn: ':leftwards_arrow_with_hook: Not completed any more',
} as const;

/** Asks whether work that a tracker calls completed has shipped; once answered, shows the answer and who gave it. */
export function shipQuestionMessage(
  question: ShipQuestionRow,
  trackers: ReadonlyMap<string, { name: string }>,
): Message {
  const { title, url, externalId, completedBy, unfinished } = question;
  const tracker = trackers.get(question.tracker ?? '')?.name;
  const item = `${tracker ? `${tracker} ` : ''}${externalId ?? 'The work item'}`;
  const by = completedBy ? ` by ${literal(completedBy, 80)}` : '';
  const rest = unfinished > 0 ? ` · ${counted(unfinished, 'other work item')} not finished` : '';
  return {
    text: `${literal(item, 120)} was completed${by}. Mark “${literal(title, 200)}” as shipped?`,
    blocks: [
      richText(line(words('Shipped? '), bold(label(title, 300)))),
      context(`:ticket: ${itemLink(url, item)} was completed${by}${rest}`),
      ...answers(question),
    ],
  };
}

function answers({ questionId, closedAs, closedBy }: ShipQuestionRow): KnownBlock[] {
  if (closedAs) {
    const by = closedBy ? ` by ${literal(closedBy, 80)}` : '';
    return [context(`${ANSWERS[closedAs]}${by}`)];
  }
  return [
    {
      type: 'actions',
      elements: [
        {
          type: 'button',
          action_id: 'work.shipped',
          value: questionId,
          style: 'primary',
          text: ours('Mark as shipped'),
        },
        { type: 'button', action_id: 'work.not-yet', value: questionId, text: ours('Not yet') },
      ],
    },
  ];
}
