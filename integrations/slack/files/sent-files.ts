import { invalidRequest } from '../../../src/errors.js';
import { isInterviewFile } from '../../../src/ingest/formats/read-interviews.js';
import type { SlackEvent } from '../events/event-handler.js';
import { questionOf } from '../question.js';

const MOST = 20;

/** Formats that are nothing but transcripts: whoever sends one to a channel of ours may want it read. */
const TRANSCRIPT = /\.(?:vtt|srt)$/i;

export interface SentFile {
  id: string;
  name: string;
}

/** The interview files that came with a message. */
export const interviewFilesOf = ({ files }: SlackEvent): SentFile[] =>
  (files ?? [])
    .map(({ id, name }) => ({ id, name: name ?? id }))
    .filter(({ name }) => isInterviewFile(name))
    .slice(0, MOST);

/** Throws `invalid_request` where only files came, and none that can be read. */
export function refuseOtherFiles({ files, text }: SlackEvent): void {
  if (!files?.length || questionOf(text ?? '') !== '') return;
  throw invalidRequest(
    'These files cannot be read. Send interviews as .vtt, .srt, .txt, .md, .csv or .json files.',
  );
}

/** Whether a message that says nothing to us brings files that are certainly for us. */
export const bringsTranscripts = (event: SlackEvent): boolean =>
  interviewFilesOf(event).some(({ name }) => TRANSCRIPT.test(name));
