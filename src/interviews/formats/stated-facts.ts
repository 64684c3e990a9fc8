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
  /^[ \t>*_-]*(?:participant|interviewee|respondent|guest|customer)(?:[ \t]+(?:name|id))?[ \t*]*[:=][ \t*]*([^\s*][^\n*]{0,59}?)[ \t*]*$/imu;
/** `i` makes \p{Lu} match lower case too, so matches are checked again. */
const CAPITALISED = /^\p{Lu}[\p{L}'’-]*(?:\s+\p{Lu}[\p{L}'’.-]*)*/u;

interface StatedFacts {
  statedInterviewers: string[];
  statedParticipant?: string;
  capturedAt?: Date;
}

/** Reads the facts stated above a talk: interviewers, participant and date. */
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
