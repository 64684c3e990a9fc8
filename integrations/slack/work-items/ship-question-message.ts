import type { KnownBlock } from '@slack/types';
import type { ShipQuestionRow } from '../../../db/queries/ship-questions.js';
import type { Message } from '../messages/card-message.js';
import { bold, line, richText, words } from '../messages/rich-text.js';
import { counted, escaped, label, ours } from '../messages/text.js';
import { itemLink } from './item-link.js';

const ANSWERS = {
  shipped: ':rocket: Marked as shipped',
  not_yet: ':hourglass: Not yet',
  settled: ':white_check_mark: Decided otherwise',
  withdrawn: ':leftwards_arrow_with_hook: Not completed any more',
} as const;

/** Asks whether what a tracker calls completed has shipped; once answered, says how and by whom. */
export function shipQuestionMessage(
  question: ShipQuestionRow,
  trackers: ReadonlyMap<string, { name: string }>,
): Message {
  const { title, url, externalId, completedBy, unfinished } = question;
  const tracker = trackers.get(question.tracker ?? '')?.name;
  const item = `${tracker ? `${tracker} ` : ''}${externalId ?? 'The work item'}`;
  const by = completedBy ? ` by ${escaped(label(completedBy, 80))}` : '';
  const rest = unfinished > 0 ? ` · ${counted(unfinished, 'other work item')} not finished` : '';
  return {
    text: `${escaped(label(item, 120))} was completed${by}. Mark “${escaped(label(title, 200))}” as shipped?`,
    blocks: [
      richText(line(words('Shipped? '), bold(label(title, 300)))),
      {
        type: 'context',
        elements: [
          {
            type: 'mrkdwn',
            text: `:ticket: ${itemLink(url, item)} was completed${by}${rest}`,
            verbatim: true,
          },
        ],
      },
      ...answers(question),
    ],
  };
}

function answers({ questionId, closedAs, closedBy }: ShipQuestionRow): KnownBlock[] {
  if (closedAs) {
    const by = closedBy ? ` by ${escaped(label(closedBy, 80))}` : '';
    const text = `${ANSWERS[closedAs]}${by}`;
    return [{ type: 'context', elements: [{ type: 'mrkdwn', text, verbatim: true }] }];
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
