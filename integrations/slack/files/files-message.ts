import type { KnownBlock, RichTextBlockElement } from '@slack/types';
import { counted, listed } from '../../../src/core/words.js';
import type { Message } from '../blocks/message.js';
import { quoteLines, type Viewing } from '../blocks/quotes.js';
import { boldLink, line, richText, words } from '../blocks/rich-text.js';
import { escaped, label, ours, plain } from '../blocks/text.js';
import { LONGEST_MESSAGE, textLength } from '../blocks/text-length.js';
import { blockId } from '../cards/action-blocks.js';
import type { FileQuoteRow } from '../queries/files.js';
import type { SentFile } from './files-draft.js';
import { asksWhoSpeaks, type FileResult } from './files-draft.js';

const NAME = 80;
const LINE = 250;

const namesOf = (files: readonly SentFile[]): string =>
  files.length === 1 && files[0]
    ? `“${label(files[0].name, NAME)}”`
    : counted(files.length, 'interview file');

const NAMED = 5;

/** The files by name; if there are many, the first ones and the number of the others. */
function eachNamed(files: readonly SentFile[]): string {
  const names = files.slice(0, NAMED).map(({ name }) => `“${label(name, NAME)}”`);
  const more = files.length - names.length;
  return listed(more > 0 ? [...names, `${more} more`] : names);
}

/** Asks which study the files belong to. The `others` were sent with them and cannot be read. */
export function whichStudyMessage(
  files: readonly SentFile[],
  others: readonly SentFile[],
  draftId: string,
): Message {
  const question = `Which study ${files.length === 1 ? 'does' : 'do'} ${eachNamed(files)} belong to?`;
  return {
    text: escaped(question),
    blocks: [
      richText(
        line(words(question)),
        ...(others.length > 0 ? [line(words(`✗ ${eachNamed(others)} cannot be read.`))] : []),
      ),
      {
        type: 'actions',
        block_id: blockId(draftId, 0, 'files'),
        elements: [
          {
            type: 'external_select',
            action_id: 'files.study',
            min_query_length: 0,
            placeholder: ours('Choose a study, or type a new one'),
          },
          {
            type: 'button',
            action_id: 'files.leave',
            text: ours(files.length === 1 ? 'Do not read it' : 'Do not read them'),
            value: draftId,
          },
        ],
      },
    ],
  };
}

interface FilesProgress {
  files: readonly SentFile[];
  studyName: string;
  results: readonly FileResult[];
  draftId: string;
  /** Shown once all files are read. */
  kept?: KeptQuotes;
}

/** Most quotes in {@link KeptQuotes}. */
export const QUOTES_SHOWN = 3;

/** The strongest quotes that were kept, so that the sender sees at once what was understood. */
export interface KeptQuotes {
  quotes: readonly FileQuoteRow[];
  view: Viewing;
  /** URL of the study's page, if anyone can open it. */
  studyPage: string | undefined;
}

const QUOTE = 300;

/** Progress, and the result of each file. */
export function filesMessage({ files, studyName, results, draftId, kept }: FilesProgress): Message {
  const study = `“${label(studyName, NAME)}”`;
  const done = results.length === files.length;
  const head = done
    ? whatWasRead(files, results, study)
    : `Reading ${namesOf(files)} into ${study}: ${results.length} of ${files.length} done…`;
  const report: KnownBlock = richText(
    line(words(head)),
    ...results.map(({ ok, line: said }) => line(words(`${ok ? '✓' : '✗'} ${label(said, LINE)}`))),
    ...(kept ? quotesKept(kept) : []),
  );
  return {
    text: escaped(head),
    blocks: done ? withSpeakerMenus(report, files, results, draftId) : [report],
  };
}

const quotesKept = ({ quotes, view, studyPage }: KeptQuotes): RichTextBlockElement[] =>
  quotes.length === 0
    ? []
    : [
        ...quotes.flatMap(({ quote, ...said }) => quoteLines(quote, said, view, QUOTE)),
        ...(studyPage ? [line(boldLink(studyPage, 'More in the study'))] : []),
      ];

function whatWasRead(
  files: readonly SentFile[],
  results: readonly FileResult[],
  study: string,
): string {
  const read = results.filter(({ ok }) => ok).length;
  if (read > 0) {
    return `Read ${read < files.length ? `${read} of ` : ''}${counted(files.length, 'file')} into ${study}.`;
  }
  const none = files.length === 1 ? namesOf(files) : `any of the ${namesOf(files)}`;
  return `Could not read ${none} into ${study}.`;
}

const MOST_SPEAKERS = 90;
const OPTION = 40;

/** Adds the menus of as many files as fit into one message. */
function withSpeakerMenus(
  report: KnownBlock,
  files: readonly SentFile[],
  results: readonly FileResult[],
  draftId: string,
): KnownBlock[] {
  const blocks = [report];
  for (const [place, file] of files.entries()) {
    const menu = whoSpeaks(file, place, results, draftId);
    if (textLength([blocks, menu]) > LONGEST_MESSAGE) break;
    blocks.push(...menu);
  }
  return blocks;
}

/** Shows the speakers treated as participants, and lets anyone correct them. */
function whoSpeaks(
  { id, name }: SentFile,
  place: number,
  results: readonly FileResult[],
  draftId: string,
): KnownBlock[] {
  const result = results.find(({ fileId }) => fileId === id);
  if (!result || !asksWhoSpeaks(result)) return [];
  const { speakers, interviewers } = result;
  const options = speakers
    .slice(0, MOST_SPEAKERS)
    .map((speaker, index) => ({ value: String(index), text: plain(speaker, OPTION) }));
  const taking = options.filter((_, index) => !interviewers.includes(speakers[index] as string));
  return [
    {
      type: 'section',
      block_id: blockId(draftId, place, 'speakers'),
      text: plain(
        `Who are the participants in “${label(name, NAME)}”? Everyone else is an interviewer.`,
        LINE,
      ),
      accessory: {
        type: 'multi_static_select',
        action_id: `files.speakers:${place}`,
        placeholder: ours('Choose the participants'),
        options,
        ...(taking.length > 0 && { initial_options: taking }),
      },
    },
  ];
}

export const leftAloneMessage = (files: readonly SentFile[]): Message => {
  const text = `Not read: ${namesOf(files)}.`;
  return { text: escaped(text), blocks: [richText(line(words(text)))] };
};
