import type { InputBlock, KnownBlock, ModalView, PlainTextOption } from '@slack/types';
import type { EvidenceKind } from '../../../db/entities/evidence.js';
import type { SavedEvidence } from '../../../src/evidence/save-evidence.js';
import { counted, cut } from '../../../src/words.js';
import { age } from './age.js';
import { bold, line, quoted, richText, words } from './rich-text.js';
import { label, literal, mrkdwn, ours } from './text.js';

export const SAVE_EVIDENCE = 'evidence.save';

/** Slack's limit for what a text field may hold. */
const FIELD = 3000;
const NAME = 80;

export interface EvidenceForm {
  /** As it will be stored. */
  text: string;
  saidBy: string;
  saidAt: Date;
  now: Date;
  inThread: boolean;
  /** What went wrong with the last try. */
  problem?: string;
  study?: PlainTextOption;
  theme?: PlainTextOption;
  newTheme?: string;
  kind?: EvidenceKind;
  /** The part of the words to keep, where not all of them. */
  quote?: string;
  wholeThread?: boolean;
}

const title = ours('Save as evidence');

/** Shows what will be stored, and asks where it belongs. */
export const evidenceModal = (form: EvidenceForm, privateMetadata: string): ModalView => ({
  type: 'modal',
  callback_id: SAVE_EVIDENCE,
  private_metadata: privateMetadata,
  title,
  submit: ours('Save'),
  close: ours('Cancel'),
  blocks: [
    ...(form.problem ? [problemBlock(form.problem)] : []),
    richText(
      line(bold('This is stored, word for word')),
      quoted(cut(form.text, FIELD)),
      line(
        words(`— ${label(form.saidBy, NAME)} · ${age(form.saidAt, form.now)}, with a link to it`, {
          italic: true,
        }),
      ),
    ),
    ...quoteField(form),
    saidByField(form.saidBy),
    menu('study', 'Study', 'evidence.study', 'Choose a study, or type a new one', form.study),
    menu('theme', 'Theme', 'evidence.theme', 'Choose what it speaks about', form.theme, true),
    newThemeField(form.newTheme),
    kindField(form.kind ?? 'evidence'),
    ...(form.inThread ? [threadField(form.wholeThread === true)] : []),
  ],
});

const problemBlock = (problem: string): KnownBlock => ({
  type: 'section',
  text: mrkdwn(`:warning: ${literal(problem, 1_500)}`),
});

/** What does not fit into a field is kept whole. */
function quoteField({ text, quote }: EvidenceForm): InputBlock[] {
  if (text.length > FIELD) return [];
  return [
    {
      type: 'input',
      block_id: 'quote',
      label: ours('The quote'),
      hint: ours('You may keep a part of it; the words stay as they were said.'),
      element: {
        type: 'plain_text_input',
        action_id: 'quote',
        multiline: true,
        max_length: FIELD,
        initial_value: quote ?? text,
      },
    },
  ];
}

const saidByField = (saidBy: string): InputBlock => ({
  type: 'input',
  block_id: 'said-by',
  label: ours('Who said it'),
  hint: ours('Where the message quotes a customer, name the customer.'),
  element: {
    type: 'plain_text_input',
    action_id: 'said-by',
    max_length: NAME,
    initial_value: label(saidBy, NAME),
  },
});

const menu = (
  blockId: string,
  name: string,
  actionId: string,
  placeholder: string,
  chosen: PlainTextOption | undefined,
  optional = false,
): InputBlock => ({
  type: 'input',
  block_id: blockId,
  optional,
  label: ours(name),
  element: {
    type: 'external_select',
    action_id: actionId,
    min_query_length: 0,
    placeholder: ours(placeholder),
    ...(chosen ? { initial_option: chosen } : {}),
  },
});

const newThemeField = (value: string | undefined): InputBlock => ({
  type: 'input',
  block_id: 'new-theme',
  optional: true,
  label: ours('Or a new theme'),
  element: {
    type: 'plain_text_input',
    action_id: 'new-theme',
    max_length: 120,
    ...(value ? { initial_value: value } : {}),
  },
});

const KINDS: Record<EvidenceKind, PlainTextOption> = {
  evidence: { value: 'evidence', text: ours('It supports the theme') },
  counterEvidence: { value: 'counterEvidence', text: ours('It speaks against the theme') },
};

const kindField = (kind: EvidenceKind): InputBlock => ({
  type: 'input',
  block_id: 'kind',
  label: ours('What it says about the theme'),
  element: {
    type: 'static_select',
    action_id: 'kind',
    options: Object.values(KINDS),
    initial_option: KINDS[kind],
  },
});

function threadField(whole: boolean): InputBlock {
  const alone = { value: 'message', text: ours('This message alone') };
  const thread = { value: 'thread', text: ours('The whole thread') };
  return {
    type: 'input',
    block_id: 'around',
    label: ours('What to keep beside the quote'),
    element: {
      type: 'static_select',
      action_id: 'around',
      options: [alone, thread],
      initial_option: whole ? thread : alone,
    },
  };
}

/** Stands while it is being saved, and says so. */
export const savingModal = (): ModalView => noticeModal('Saving…');

export const savedModal = ({ studyName, themeLabel }: SavedEvidence, quotes: number): ModalView =>
  noticeModal(
    `:white_check_mark: Saved under “${literal(themeLabel, 150)}” of “${literal(studyName, 150)}”, which now holds ${counted(quotes, 'quote')}. It counts from now on.`,
  );

export const cannotSaveModal = (why: string): ModalView => noticeModal(literal(why, 1_500));

/** A sentence of mrkdwn in place of the form. */
export const noticeModal = (text: string): ModalView => ({
  type: 'modal',
  title,
  close: ours('Close'),
  blocks: [{ type: 'section', text: mrkdwn(cut(text, 2900)) }],
});
