import { readDate } from './read-date.js';

const NAME = String.raw`(\p{Lu}[\p{L}'’-]+(?:[ \t]+\p{Lu}[\p{L}'’.-]+){0,3})`;
const INTERVIEWERS = [
  new RegExp(
    String.raw`\b(?:interviewers?|moderators?|facilitators?|researchers?|hosts?)\b(?:\s+(?:is|was|are)|\s*[:=])\s*\**${NAME}`,
    'giu',
  ),
  new RegExp(String.raw`\bco-?hosts?,?[ \t]+\**${NAME}`, 'giu'),
  new RegExp(String.raw`\b(?:interviewed|moderated|hosted|facilitated)\s+by\s+\**${NAME}`, 'giu'),
];
const PARTICIPANT =
  /^[\s>*_-]*(?:participant|interviewee|respondent|guest|customer)(?:\s+(?:name|id))?\**\s*[:=]\s*\**\s*([^\n*]{1,60}?)\**\s*$/imu;
/** `i` makes \p{Lu} match small letters too, so what it found is looked at again. */
const CAPITALISED = /^\p{Lu}[\p{L}'’-]*(?:\s+\p{Lu}[\p{L}'’.-]*)*/u;

export interface StatedFacts {
  statedInterviewers: string[];
  statedParticipant?: string;
  capturedAt?: Date;
}

/** What the lines above a talk say about it: who interviews whom, and when. */
export function statedFacts(preamble: string): StatedFacts {
  const names = INTERVIEWERS.flatMap((pattern) => [...preamble.matchAll(pattern)])
    .map((match) => CAPITALISED.exec(match[1] as string)?.[0])
    .filter((name) => name !== undefined)
    .map((name) => name.replace(/\.$/, ''));
  const participant = PARTICIPANT.exec(preamble)?.[1]?.trim();
  const capturedAt = readDate(preamble);
  return {
    statedInterviewers: [...new Set(names)],
    ...(participant && { statedParticipant: participant }),
    ...(capturedAt && { capturedAt }),
  };
}
