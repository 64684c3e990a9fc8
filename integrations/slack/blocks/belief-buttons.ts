import type { ActionsBlock, Button, ConfirmationDialog, KnownBlock } from '@slack/types';
import {
  type NoBeliefs,
  type WaitingTopic,
  whyNoBelief,
} from '../../../src/analysis/synthesize.js';
import { counted, people } from '../../../src/core/words.js';
import { literal, mrkdwn, ours } from './text.js';

/** Asks for confirmation and says what will happen. At most 300 characters. */
export const confirmDialog = (
  title: string,
  text: string,
  confirm: string,
): ConfirmationDialog => ({
  title: ours(title),
  text: ours(text),
  confirm: ours(confirm),
  deny: ours('Cancel'),
});

/** A button about a belief. `value` is the belief's id, or its id and a quote's. */
export const beliefButton = (
  action: string,
  text: string,
  value: string,
  more: Pick<Button, 'style' | 'confirm'> = {},
): Button => ({ type: 'button', action_id: action, text: ours(text), value, ...more });

/** Opens the window in which people decide about a belief. */
export const openButton = (signalId: string, text = 'Open'): Button =>
  beliefButton('belief.open', text, signalId);

/** A button that opens the belief just shown in a message or window. */
export const openRow = ({ signalId }: { signalId: string }): ActionsBlock => ({
  type: 'actions',
  block_id: 'belief',
  elements: [openButton(signalId, 'Keep, rename, merge, split or retire…')],
});

const keepButton = (signalId: string): Button =>
  beliefButton('belief.keep', 'Keep', signalId, {
    confirm: confirmDialog(
      'Keep this belief?',
      'You confirm that it is a belief worth having. It stays, even if later readings or recounts would drop it. Your name goes into its history.',
      'Keep it',
    ),
  });

const renameButton = (signalId: string): Button =>
  beliefButton('belief.rename', 'Rename…', signalId);

/** The decisions that people can make about a belief; each describes its effect first. */
export const decisionRow = (signalId: string, { isKept }: { isKept: boolean }): ActionsBlock => ({
  type: 'actions',
  block_id: 'decide',
  elements: [
    ...(isKept ? [] : [keepButton(signalId)]),
    renameButton(signalId),
    beliefButton('belief.merge', 'Merge…', signalId),
    beliefButton('belief.split', 'Split…', signalId),
    beliefButton('belief.retire', 'Retire…', signalId),
  ],
});

/** The decisions about a belief that the digest proposes. */
export const proposalRow = (signalId: string, blockId: string): ActionsBlock => ({
  type: 'actions',
  block_id: blockId,
  elements: [
    keepButton(signalId),
    renameButton(signalId),
    beliefButton('belief.refuse', 'Not a belief', signalId, {
      confirm: confirmDialog(
        'Not a belief?',
        'It is retired for the whole team: it leaves the lists, and later readings will not reopen it. You can still read it.',
        'Not a belief',
      ),
    }),
    openButton(signalId),
  ],
});

const longest = { label: 150, quote: 250 };

/** A theme that can be named: its label, number of people, study (if given) and strongest quote. */
export const themeText = (
  { label, people: count, quote }: Omit<WaitingTopic, 'themeId'>,
  studyName?: string,
): string =>
  [
    `*${literal(label, longest.label)}*`,
    `_${[people(count), ...(studyName === undefined ? [] : [literal(studyName, 80)])].join(' · ')}_`,
    ...(quote ? [`>${literal(quote, longest.quote)}`] : []),
  ].join('\n');

/** The ways to find beliefs without a model, besides naming a theme. */
const READERS = [
  'Let a coding agent read the interviews: it needs no API key, and every quote that it states is checked against the transcript. `ingest` prints the lines to paste; `docs/agents.md` in the service’s folder has them too.',
  'Connect a language model: an operator sets `LLM_PROVIDER` (`docs/local-models.md` explains it step by step), and the interviews are ingested again.',
];

/**
 * Reports that interviews produced themes but no belief, and offers the ways to continue; with a model there is
 * only one.
 */
export const noBeliefsBlocks = (waits: NoBeliefs): KnownBlock[] => {
  const { topics, topicsWaiting, quotesWaiting, byModel } = waits;
  const many =
    topicsWaiting > 0 ? counted(topicsWaiting, 'theme') : counted(quotesWaiting, 'quote');
  const ways = [
    ...(topicsWaiting > 0 ? ['Name a theme: what people say in it becomes a belief.'] : []),
    ...(byModel ? [] : READERS),
  ];
  const numbered =
    ways.length > 1
      ? ways.map((way, place) => `\n${place + 1}. ${way}`)
      : ways.map((way) => ` ${way}`);
  const lead = `*No belief yet.* Your interviews produced ${many}, but ${whyNoBelief(waits)}.${ways.length > 1 ? ' You can:' : ''}${numbered.join('')}`;
  return [
    { type: 'section', text: mrkdwn(lead) },
    ...topics.map(
      (topic): KnownBlock => ({
        type: 'section',
        text: mrkdwn(themeText(topic)),
        accessory: beliefButton('theme.name', 'Name it…', topic.themeId),
      }),
    ),
  ];
};
