import type { InputBlock, KnownBlock, ModalView, PlainTextOption } from '@slack/types';
import type { EvidenceKind } from '../../../db/entities/evidence.js';
import { counted, cut } from '../../../src/core/words.js';
import type { SavedEvidence } from '../../../src/interviews/save-evidence.js';
import { age } from '../blocks/local-time.js';
import { bold, line, quoted, richText, words } from '../blocks/rich-text.js';
import { label, literal, mrkdwn, ours, ownSentence } from '../blocks/text.js';

export const SAVE_EVIDENCE = 'evidence.save';

/** Slack's limit for the text of a field. */
const FIELD = 3000;
const NAME = 80;

export interface EvidenceForm {
  /** The text to be stored. */
  text: string;
  saidBy: string;
  saidAt: Date;
  now: Date;
  inThread: boolean;
  /** The error of the last attempt. */
  problem?: string;
  study?: PlainTextOption;
  /** True if the study is new: it is created when the evidence is saved. */
  studyIsNew?: boolean;
  theme?: PlainTextOption;
  newTheme?: string;
  kind?: EvidenceKind;
  /** The part of the message to keep, if not all of it. */
  quote?: string;
  wholeThread?: boolean;
}

const title = ours('Save as evidence');

/** Shows what will be stored, and asks for its study. */
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
      line(bold('This is stored word for word')),
      quoted(cut(form.text, FIELD)),
      line(
        words(`— ${label(form.saidBy, NAME)} · ${age(form.saidAt, form.now)}, with a link to it`, {
          italic: true,
        }),
      ),
    ),
    ...quoteField(form),
    saidByField(form.saidBy),
    studyField(form.study),
    ...themeField(form),
    newThemeField(form),
    kindField(form.kind ?? 'evidence'),
    ...(form.inThread ? [threadField(form.wholeThread === true)] : []),
  ],
});

const problemBlock = (problem: string): KnownBlock => ({
  type: 'section',
  text: mrkdwn(`:warning: ${ownSentence(problem, 1_500)}`),
});

/** A text too long for a field is stored in full. */
function quoteField({ text, quote }: EvidenceForm): InputBlock[] {
  if (text.length > FIELD) return [];
  return [
    {
      type: 'input',
      block_id: 'quote',
      label: ours('The quote'),
      hint: ours('You can keep only part of it; the wording stays verbatim.'),
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
  hint: ours('If the message quotes a customer, name the customer.'),
  element: {
    type: 'plain_text_input',
    action_id: 'said-by',
    max_length: NAME,
    initial_value: label(saidBy, NAME),
  },
});

/** Choosing a study redraws the form to offer that study's themes. */
const studyField = (chosen: PlainTextOption | undefined): InputBlock => ({
  type: 'input',
  block_id: 'study',
  dispatch_action: true,
  label: ours('Study'),
  hint: ours('The themes below are those of this study.'),
  element: {
    type: 'external_select',
    action_id: 'evidence.study',
    min_query_length: 0,
    placeholder: ours('Choose a study, or type a new one'),
    ...(chosen ? { initial_option: chosen } : {}),
  },
});

const THEMES = 'theme/';

/**
 * The menu value of the study whose themes a field offers. It is in the field's block id, since Slack returns that.
 */
export const studyOfThemes = (blockId: string): string | undefined =>
  blockId.startsWith(THEMES) ? blockId.slice(THEMES.length) : undefined;

/** The themes of an existing study; a new study has none. */
const themeField = ({ study, studyIsNew, theme }: EvidenceForm): InputBlock[] =>
  study?.value === undefined || studyIsNew
    ? []
    : [
        {
          type: 'input',
          block_id: `${THEMES}${study.value}`,
          optional: true,
          label: ours('Theme'),
          element: {
            type: 'external_select',
            action_id: 'evidence.theme',
            min_query_length: 0,
            placeholder: ours('Choose what it is about'),
            ...(theme ? { initial_option: theme } : {}),
          },
        },
      ];

const newThemeField = ({ newTheme: value, study, studyIsNew }: EvidenceForm): InputBlock => ({
  type: 'input',
  block_id: 'new-theme',
  optional: true,
  label: ours(study && !studyIsNew ? 'Or a new theme' : 'A new theme'),
  element: {
    type: 'plain_text_input',
    action_id: 'new-theme',
    max_length: 120,
    ...(value ? { initial_value: value } : {}),
  },
});

const KINDS: Record<EvidenceKind, PlainTextOption> = {
  evidence: { value: 'evidence', text: ours('It supports the theme') },
  counterEvidence: { value: 'counterEvidence', text: ours('It contradicts the theme') },
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
  const alone = { value: 'message', text: ours('Only this message') };
  const thread = { value: 'thread', text: ours('The whole thread') };
  return {
    type: 'input',
    block_id: 'around',
    label: ours('What to keep besides the quote'),
    element: {
      type: 'static_select',
      action_id: 'around',
      options: [alone, thread],
      initial_option: whole ? thread : alone,
    },
  };
}

/** Shown while saving. */
export const savingModal = (): ModalView => noticeModal('Saving…');

export const savedModal = ({ studyName, themeLabel }: SavedEvidence, quotes: number): ModalView =>
  noticeModal(
    `:white_check_mark: Saved under “${literal(themeLabel, 150)}” of “${literal(studyName, 150)}”, which now holds ${counted(quotes, 'quote')}. It counts from now on.`,
  );

export const cannotSaveModal = (why: string): ModalView => noticeModal(ownSentence(why, 1_500));

/** A mrkdwn sentence in place of the form. */
export const noticeModal = (text: string): ModalView => ({
  type: 'modal',
  title,
  close: ours('Close'),
  blocks: [{ type: 'section', text: mrkdwn(cut(text, 2900)) }],
});
