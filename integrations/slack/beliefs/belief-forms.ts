import type { InputBlock, KnownBlock, ModalView, SectionBlock } from '@slack/types';
import type { EvidenceRow } from '../../../db/queries/evidence.js';
import { type Names, shownName } from '../../../src/beliefs/participants/shown-name.js';
import { signalRef } from '../../../src/beliefs/signals/ref.js';
import { counted, people } from '../../../src/core/words.js';
import { beliefSelect } from '../blocks/menu.js';
import { quoteLines, type Viewing } from '../blocks/quotes.js';
import { bold, line, richText, words } from '../blocks/rich-text.js';
import { context, label, mrkdwn, ours, plain } from '../blocks/text.js';
import { noteField } from '../cards/decision-modal.js';

export const RENAME_BELIEF = 'belief.rename-form';
export const MERGE_BELIEF = 'belief.merge-form';
export const SPLIT_BELIEF = 'belief.split-form';
export const RETIRE_BELIEF = 'belief.retire-form';
export const NAME_THEME = 'theme.name-form';

/** Maximum length of a belief's sentence. */
const SENTENCE = 200;
/** Maximum quotes that a form offers to move out; a window holds 100 blocks. */
export const SPLIT_QUOTES = 60;

interface About {
  refNumber: number;
  label: string;
}

/** The belief that a form is about, and what submitting it does. */
const about = (belief: About, does: string): KnownBlock =>
  richText(
    line(bold(`${signalRef(belief.refNumber)} `), words(label(belief.label, 200))),
    line(words(does)),
  );

const form = (
  callbackId: string,
  privateMetadata: string,
  title: string,
  submit: string,
  blocks: KnownBlock[],
): ModalView => ({
  type: 'modal',
  callback_id: callbackId,
  private_metadata: privateMetadata,
  title: ours(title),
  submit: ours(submit),
  close: ours('Cancel'),
  blocks,
});

const sentenceField = (question: string, value?: string): InputBlock => ({
  type: 'input',
  block_id: 'sentence',
  label: ours(question),
  hint: ours(
    'A claim that someone could disagree with, such as “People check the totals by hand”.',
  ),
  element: {
    type: 'plain_text_input',
    action_id: 'sentence',
    max_length: SENTENCE,
    ...(value ? { initial_value: label(value, SENTENCE) } : {}),
  },
});

export const renameForm = (belief: About, privateMetadata: string): ModalView =>
  form(RENAME_BELIEF, privateMetadata, 'Rename the belief', 'Rename', [
    about(
      belief,
      'Everyone sees the new sentence, also on cards and in answers. The quotes stay, and no later reading will change your wording.',
    ),
    sentenceField('What do people believe, do or need?', belief.label),
  ]);

export const mergeForm = (belief: About, privateMetadata: string): ModalView =>
  form(MERGE_BELIEF, privateMetadata, 'Merge into another', 'Merge', [
    about(
      belief,
      'All its quotes move to the belief that you choose, now and in later readings. This one closes; you can still read it. A merge cannot be undone.',
    ),
    {
      type: 'input',
      block_id: 'into',
      label: ours('The belief that stays'),
      element: beliefSelect,
    },
  ]);

/** Lists a belief's quotes to move out of it. */
export function splitForm(
  belief: About,
  quotes: { items: readonly EvidenceRow[]; total: number },
  names: Names,
  privateMetadata: string,
): ModalView {
  const { items, total } = quotes;
  return form(SPLIT_BELIEF, privateMetadata, 'Split the belief', 'Split', [
    about(
      belief,
      'The quotes that you tick become a new belief. They leave this one for good; the others stay.',
    ),
    sentenceField('What do the ticked quotes say?'),
    ...items.map((row) => splitQuote(row, names)),
    ...(total > items.length
      ? [context(`The strongest ${items.length} of ${counted(total, 'quote')} are shown.`)]
      : []),
  ]);
}

const TICK = 'split/';

/** The quote of a ticked field. */
export const tickedQuote = (blockId: string): string | undefined =>
  blockId.startsWith(TICK) ? blockId.slice(TICK.length) : undefined;

const splitQuote = (row: EvidenceRow, names: Names): SectionBlock => ({
  type: 'section',
  block_id: `${TICK}${row.evidenceId}`,
  text: plain(`“${label(row.quote, 500)}” — ${shownName(row.participantName, names)}`, 600),
  accessory: {
    type: 'checkboxes',
    action_id: 'split.tick',
    options: [{ value: 'out', text: ours('Take out') }],
  },
});

export const retireForm = (belief: About, privateMetadata: string): ModalView =>
  form(RETIRE_BELIEF, privateMetadata, 'Retire the belief?', 'Retire', [
    about(
      belief,
      'Retire it if it no longer holds, or never was a belief. It leaves the lists, the digest and the recommendations, and answers call it closed. You can still read it, and no later reading will reopen it.',
    ),
    noteField('Why does it not hold?'),
  ]);

interface ThemeToName {
  label: string;
  studyName: string;
  people: number;
  quotes: readonly EvidenceRow[];
}

/** Asks for the sentence that turns a theme into a belief. */
export const nameThemeForm = (
  theme: ThemeToName,
  view: Viewing,
  privateMetadata: string,
): ModalView =>
  form(NAME_THEME, privateMetadata, 'Name the theme', 'Make it a belief', [
    richText(
      line(bold(label(theme.label, 150))),
      line(words(`${people(theme.people)} · ${label(theme.studyName, 80)}`, { italic: true })),
      line(
        words(
          'Your sentence becomes a belief based on these quotes; later readings will not break it up. I then search all studies for more quotes for you to confirm.',
        ),
      ),
    ),
    sentenceField('What do these people say, in one sentence?'),
    richText(...theme.quotes.flatMap((row) => quoteLines(row.quote, row, view, 600))),
  ]);

/** Shown while the belief is created, and in place of the form if it cannot be created. */
export const themeNotice = (text: string): ModalView => ({
  type: 'modal',
  title: ours('Name the theme'),
  close: ours('Close'),
  blocks: [{ type: 'section', text: mrkdwn(text) }],
});
