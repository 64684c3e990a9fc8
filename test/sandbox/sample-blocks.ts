import type { HomeView, KnownBlock, ModalView } from '@slack/types';

/** A card as the bot sends it, with the elements that a card has. */
export function sampleCard(title = 'People check every total by hand'): KnownBlock[] {
  return [
    { type: 'header', text: { type: 'plain_text', text: `🔴 ${title}` } },
    {
      type: 'section',
      text: {
        type: 'mrkdwn',
        text: '*Live call recommended* · 12 people in 3 studies say that *totals cannot be trusted after an import*. Confidence *High*, rising for 2 weeks.',
      },
    },
    {
      type: 'rich_text',
      elements: [
        quote(
          'I export it twice and add it up on paper. If the two agree I send it, and if they don’t I start again.',
          'SIG-12',
          ' · Ana R., finance lead · Month-end diary study · 6 days ago',
        ),
        quote(
          '<!channel> *never* trust the second tab :warning: <https://evil.example|click here>',
          'SIG-12',
          ' · Petr K., controller · 2 weeks ago',
        ),
      ],
    },
    {
      type: 'context',
      elements: [
        { type: 'mrkdwn', text: '👤 Ask for *<@UTOM>*' },
        { type: 'mrkdwn', text: 'Heard last <!date^1700000000^{date_short}|Nov 14>' },
        { type: 'mrkdwn', text: '<https://example.com/signals/12|SIG-12>' },
      ],
    },
    {
      type: 'actions',
      block_id: 'card-1',
      elements: [
        button('Accept', 'card.accept', 'primary'),
        button('Create issue', 'card.issue'),
        button('Details', 'card.details'),
        {
          type: 'static_select',
          action_id: 'card.snooze',
          placeholder: { type: 'plain_text', text: 'Snooze' },
          options: [
            option('1 hour', 'hour'),
            option('Tomorrow 9:00', 'tomorrow'),
            option('Next week', 'week'),
          ],
        },
        {
          ...button('Dismiss', 'card.dismiss', 'danger'),
          confirm: {
            title: { type: 'plain_text', text: 'Dismiss this card?' },
            text: { type: 'plain_text', text: 'It comes back only if the evidence changes.' },
            confirm: { type: 'plain_text', text: 'Dismiss' },
            deny: { type: 'plain_text', text: 'Keep' },
            style: 'danger',
          },
        },
        {
          type: 'overflow',
          action_id: 'card.more',
          options: [option('Contacted', 'contacted'), option('Copy link', 'copy')],
        },
      ],
    },
  ];
}

/** A modal with most kinds of input. */
export const sampleModal: ModalView = {
  type: 'modal',
  callback_id: 'note',
  notify_on_close: true,
  title: { type: 'plain_text', text: 'Accept with a note' },
  submit: { type: 'plain_text', text: 'Accept' },
  blocks: [
    {
      type: 'section',
      text: { type: 'mrkdwn', text: 'The team sees who accepted *REC-4*, when, and why.' },
    },
    input('note', 'Why now?', {
      type: 'plain_text_input',
      action_id: 'text',
      multiline: true,
      placeholder: { type: 'plain_text', text: 'What made you decide' },
    }),
    input(
      'until',
      'Look again on',
      { type: 'datepicker', action_id: 'day', initial_date: '2030-01-31' },
      true,
    ),
    input('study', 'Study', {
      type: 'static_select',
      action_id: 'pick',
      options: [option('Month-end diary', 's1'), option('Import interviews', 's2')],
    }),
    input('how', 'How sure are you?', {
      type: 'radio_buttons',
      action_id: 'sure',
      initial_option: option('Very', 'very'),
      options: [option('Very', 'very'), option('Somewhat', 'some')],
    }),
    input(
      'tell',
      'Tell',
      {
        type: 'checkboxes',
        action_id: 'whom',
        options: [option('The people quoted', 'people'), option('#product-team', 'team')],
      },
      true,
    ),
    input('owner', 'Owner', { type: 'users_select', action_id: 'who', initial_user: 'UTOM' }),
  ],
};

export function sampleHome(cards: number): HomeView {
  const inbox = Array.from({ length: cards }, (_, index): KnownBlock[] => [
    {
      type: 'section',
      text: {
        type: 'mrkdwn',
        text: `*Belief ${index + 1}: setup is abandoned at the bank step*\nRising · 9 people · 2 studies · <https://example.com/s/${index}|SIG-${index + 1}>`,
      },
      accessory: button('Open', 'home.open'),
    },
    {
      type: 'context',
      elements: [{ type: 'mrkdwn', text: ':hourglass: waiting for 3 days · *Ship packet*' }],
    },
    { type: 'divider' },
  ]).flat();
  return {
    type: 'home',
    blocks: [
      { type: 'header', text: { type: 'plain_text', text: 'Your inbox' } },
      {
        type: 'section',
        fields: [
          { type: 'mrkdwn', text: '*Open cards*\n14' },
          { type: 'mrkdwn', text: '*Snoozed*\n3' },
          { type: 'mrkdwn', text: '*Decided by you*\n22' },
          { type: 'mrkdwn', text: '*Slack*\n:white_check_mark: healthy' },
        ],
      },
      { type: 'divider' },
      ...inbox,
    ],
  };
}

function quote(text: string, citation: string, rest: string) {
  return {
    type: 'rich_text_quote' as const,
    elements: [
      { type: 'text' as const, text: `“${text}” ` },
      { type: 'link' as const, url: 'https://example.com/signals/12', text: citation },
      { type: 'text' as const, text: rest },
    ],
  };
}

function button(text: string, actionId: string, style?: 'primary' | 'danger') {
  return {
    type: 'button' as const,
    action_id: actionId,
    value: 'card-1',
    text: { type: 'plain_text' as const, text },
    ...(style && { style }),
  };
}

function option(text: string, value: string) {
  return { text: { type: 'plain_text' as const, text }, value };
}

type InputBlock = Extract<KnownBlock, { type: 'input' }>;

function input(
  blockId: string,
  label: string,
  element: InputBlock['element'],
  optional = false,
): InputBlock {
  return {
    type: 'input',
    block_id: blockId,
    label: { type: 'plain_text', text: label },
    element,
    optional,
  };
}
