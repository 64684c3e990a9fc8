import { counted } from '../../../src/words.js';
import type { FileResult } from '../files/files-draft.js';
import type { SentFile } from '../files/sent-files.js';
import type { Message } from './card-message.js';
import { blockId } from './moves.js';
import { line, richText, words } from './rich-text.js';
import { escaped, label, ours } from './text.js';

const NAME = 80;
const LINE = 400;

const namesOf = (files: readonly SentFile[]): string =>
  files.length === 1 && files[0]
    ? `“${label(files[0].name, NAME)}”`
    : counted(files.length, 'interview file');

/** Asks which study the files belong to. */
export function whichStudyMessage(files: readonly SentFile[], draftId: string): Message {
  const question = `Which study ${files.length === 1 ? 'does' : 'do'} ${namesOf(files)} belong to?`;
  return {
    text: escaped(question),
    blocks: [
      richText(line(words(question))),
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
            text: ours('Do not read them'),
            value: draftId,
          },
        ],
      },
    ],
  };
}

export interface FilesProgress {
  files: readonly SentFile[];
  studyName: string;
  results: readonly FileResult[];
}

/** How far the reading is, and what became of each file. */
export function filesMessage({ files, studyName, results }: FilesProgress): Message {
  const study = `“${label(studyName, NAME)}”`;
  const done = results.length === files.length;
  const read = results.filter(({ ok }) => ok).length;
  const head = done
    ? `Read ${read < files.length ? `${read} of ` : ''}${counted(files.length, 'file')} into ${study}.`
    : `Reading ${namesOf(files)} into ${study}: ${results.length} of ${files.length} done…`;
  return {
    text: escaped(head),
    blocks: [
      richText(
        line(words(head)),
        ...results.map(({ ok, line: said }) =>
          line(words(`${ok ? '✓' : '✗'} ${label(said, LINE)}`)),
        ),
      ),
    ],
  };
}

export const leftAloneMessage = (files: readonly SentFile[]): Message => {
  const text = `Not read: ${namesOf(files)}.`;
  return { text: escaped(text), blocks: [richText(line(words(text)))] };
};
