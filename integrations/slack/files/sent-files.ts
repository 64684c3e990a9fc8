import { invalidRequest } from '../../../src/core/errors.js';
import { isInterviewFile } from '../../../src/interviews/formats/read-interviews.js';
import type { SlackEvent } from '../requests/event-handler.js';
import { questionOf } from '../requests/question.js';

const MOST = 20;

/** Formats used only for transcripts: a file of this kind in one of our channels is worth asking about. */
const TRANSCRIPT = /\.(?:vtt|srt)$/i;

export interface SentFile {
  id: string;
  name: string;
}

/** The interview files of a message. */
export const interviewFilesOf = ({ files }: SlackEvent): SentFile[] =>
  (files ?? [])
    .map(({ id, name }) => ({ id, name: name ?? id }))
    .filter(({ name }) => isInterviewFile(name))
    .slice(0, MOST);

/** Throws `invalid_request` if a message has only files, none of them readable. */
export function refuseOtherFiles({ files, text }: SlackEvent): void {
  if (!files?.length || questionOf(text ?? '') !== '') return;
  throw invalidRequest(
    'These files cannot be read. Send interviews as .vtt, .srt, .txt, .md, .csv or .json files.',
  );
}

/** True if a message not addressed to the bot brings files that are clearly for it. */
export const bringsTranscripts = (event: SlackEvent): boolean =>
  interviewFilesOf(event).some(({ name }) => TRANSCRIPT.test(name));
