import { words } from '../../language/tokens.js';
import { isInterviewer, type Transcript } from '../analyst.js';

export interface SpokenWords {
  participantWords: number;
  interviewerWords: number;
}

/** Counts the words of each side of a talk. */
export function spokenWords(transcript: Transcript): SpokenWords {
  const count = { participantWords: 0, interviewerWords: 0 };
  for (const { speaker, text } of transcript.turns) {
    const spoken = words(text).length;
    if (isInterviewer(transcript, speaker)) count.interviewerWords += spoken;
    else count.participantWords += spoken;
  }
  return count;
}
