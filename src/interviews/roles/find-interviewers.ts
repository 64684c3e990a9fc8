import type { SpeakerCount } from '../../../db/entities/source-file.js';
import type { Turn } from '../../../db/entities/source-item.js';
import type { SpeakerRoles } from '../../../db/entities/study.js';
import { countSpeakers, type StatedRole, statedRole, statedRoles } from './role-words.js';

export interface RoleHints {
  /** Interviewers named by the user: if any of them speaks, no one else is an interviewer. */
  interviewers?: readonly string[];
  /** Participants named by the user: if any of them speaks, everyone else is an interviewer. */
  participants?: readonly string[];
  /** Roles that the user named for another file of the study. */
  remembered?: SpeakerRoles;
  /** Interviewers named in the file above its talk. */
  statedInterviewers?: readonly string[];
  /** Share of the study's files in which a name speaks, for recurring names (lower case). */
  returning?: ReadonlyMap<string, number>;
}

const OPENS =
  /\b(?:welcome|thank(?:s| you)(?: all| both| everyone)?(?: so much| very much)? for (?:joining|being|coming|taking|agreeing|your time|making)|introduce (?:yourself|yourselves)|(?:tell|walk) (?:me|us)|to (?:get|kick) (?:us )?started|let'?s (?:get started|start|dive|begin)|mind if (?:i|we) record)\b/giu;
/**
 * Words of a usability test moderator, who rarely asks questions, but sets tasks and prompts the participant to
 * think aloud.
 */
const DIRECTS =
  /\b(?:(?:think|talk|speak)(?:ing)? (?:out loud|aloud)|go ahead and|(?:let'?s|let us) (?:say|pretend|suppose|imagine|move on)|(?:imagine|pretend|suppose) (?:that )?you|next (?:task|question|page|scenario)|first task|take (?:a look|a moment|your time)|i(?:'d| would) like you to|(?:i'?ll|i will|i'?m going to) (?:send|share|paste|put|ask|show|give|have) you|what would you (?:expect|do|click)|share your screen|no right or wrong|feel free to)\b/giu;
/** Words of a participant who narrates what they see and do. */
const NARRATES =
  /\b(?:i(?:'m| am) (?:looking|seeing|trying|clicking|scrolling|reading|thinking|wondering|assuming|guessing|not sure|going to (?:click|go|scroll|look|try|read|select|hit|press))|i(?:'d| would) (?:click|go|expect|scroll|look|think|probably|try|assume)|i (?:see|click|scroll|assume|guess|expect)|(?:it|this|that) says|where (?:would|do|is|am) (?:i|it|the)|(?:do|should|can|am) i)\b/giu;
const SECOND_PERSON = /\byou(?:r|rs)?\b/giu;
const FIRST_PERSON = /\b(?:i|my|me|we|our)\b/giu;
/** Weight of each sign, measured on transcribed interviews with and without labels (docs/ingest.md). */
const WEIGHTS = {
  asks: 3,
  addresses: 1.5,
  opens: 1,
  directs: 1.5,
  narrates: -1.5,
  speaksFirst: 0.6,
  speaksLittle: 0.8,
  returns: 4,
  stated: 6,
} as const;
/** Number of tasks given, or steps narrated, beyond which more add nothing. */
const ENOUGH = 4;
/** Any further speaker with at least this score is an interviewer too. */
const ALSO_INTERVIEWS = 3.2;
/**
 * A speaker with less than this share of the words who mostly asks questions, or who says hardly a word, is not a
 * participant.
 */
const BYSTANDER_SHARE = 0.05;
const BYSTANDER_WORDS = 30;

const matches = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;

/** True if a name from the user or a preamble belongs to this speaker: the full name or its first word. */
export function isNamed(speaker: string, names: readonly string[]): boolean {
  const own = speaker.trim().toLowerCase();
  return names.some((name) => {
    const given = name.trim().toLowerCase();
    return own === given || own.startsWith(`${given} `) || given.startsWith(`${own} `);
  });
}

interface Signs {
  isFirst: boolean;
  /** Share of all words. */
  share: number;
  /** Share of the files in which the speaker recurs, minus that of the least recurring speaker. */
  returns: number;
  stated: boolean;
}

function score(speaker: SpeakerCount, said: string, signs: Signs): number {
  const asks = Math.min(1, speaker.questions / speaker.turns);
  const you = matches(said, SECOND_PERSON);
  const me = matches(said, FIRST_PERSON);
  return (
    WEIGHTS.asks * asks +
    WEIGHTS.addresses * ((you + 1) / (you + me + 2)) +
    WEIGHTS.opens * Math.min(1, matches(said, OPENS) / 2) +
    WEIGHTS.directs * Math.min(1, matches(said, DIRECTS) / ENOUGH) +
    WEIGHTS.narrates * Math.min(1, matches(said, NARRATES) / ENOUGH) +
    WEIGHTS.speaksFirst * Number(signs.isFirst) +
    WEIGHTS.speaksLittle * (1 - signs.share) +
    WEIGHTS.returns * signs.returns +
    WEIGHTS.stated * Number(signs.stated)
  );
}

/** Interviewers according to the roles in their labels; undefined if the labels do not separate the sides. */
function bySides(speakers: readonly Ranked[]): string[] | undefined {
  const roles = statedRoles(namesOf(speakers));
  const on = (role: StatedRole | undefined) =>
    speakers.filter(({ name }) => roles.get(name) === role);
  const [asking, answering, rest] = [on('interviewer'), on('participant'), on(undefined)];
  if (asking.length > 0) {
    // Next to a labelled host, speakers with plain names may be interviewers too.
    const all = [...asking, ...rest.filter((speaker) => speaker.score >= ALSO_INTERVIEWS)];
    return all.length < speakers.length ? namesOf(all) : undefined;
  }
  return answering.length > 0 && rest.length > 0 ? namesOf(rest) : undefined;
}

const namesOf = (speakers: readonly { name: string }[]): string[] =>
  speakers.map(({ name }) => name);

/** Bystanders, for example with a question from the audience or a word of thanks. */
function bystanders(speakers: readonly SpeakerCount[], words: number): string[] {
  return speakers
    .filter(
      (speaker) =>
        speaker.words < BYSTANDER_SHARE * words &&
        (speaker.words < BYSTANDER_WORDS || speaker.questions >= speaker.turns / 2),
    )
    .map(({ name }) => name);
}

/**
 * Returns the interviewers of a talk: those named by the user, or else by their labels, or else those who ask, open
 * the talk and recur in the study's files. With two or more speakers at least one is an interviewer; all are only
 * if the user named them all. A single speaker is an interviewer if the label states it.
 */
export function findInterviewers(turns: readonly Turn[], hints: RoleHints = {}): string[] {
  const speakers = countSpeakers(turns);
  const named = asNamed(speakers, hints);
  if (named) return named;
  const remembered = asNamed(speakers, hints.remembered ?? {});
  if (remembered && remembered.length < speakers.length) return remembered;
  if (speakers.length === 1) {
    return namesOf(speakers.filter(({ name }) => statedRole(name) === 'interviewer'));
  }
  const words = speakers.reduce((sum, speaker) => sum + speaker.words, 0);
  const ranked = rank(turns, speakers, words, hints);
  const interviewers = bySides(ranked) ?? byScore(ranked);
  const others = bystanders(speakers, words).filter((name) => !interviewers.includes(name));
  const all = [...interviewers, ...others];
  const chosen = all.length < speakers.length ? all : interviewers;
  return namesOf(speakers).filter((name) => chosen.includes(name));
}

/** The interviewers by the names that the user gave; undefined if none of them speaks. */
function asNamed(
  speakers: readonly SpeakerCount[],
  { interviewers = [], participants = [] }: SpeakerRoles | RoleHints,
): string[] | undefined {
  const asking = namesOf(speakers.filter(({ name }) => isNamed(name, interviewers)));
  const answering = namesOf(speakers.filter(({ name }) => isNamed(name, participants)));
  if (asking.length > 0) return asking.filter((name) => !answering.includes(name));
  if (answering.length === 0) return undefined;
  return namesOf(speakers).filter((name) => !answering.includes(name));
}

interface Ranked extends SpeakerCount {
  score: number;
}

/** Speakers by score, most likely interviewer first. */
function rank(
  turns: readonly Turn[],
  speakers: readonly SpeakerCount[],
  words: number,
  hints: RoleHints,
): Ranked[] {
  const saidBy = new Map<string, string[]>();
  for (const { speaker, text } of turns) {
    const said = saidBy.get(speaker) ?? [];
    said.push(text);
    saidBy.set(speaker, said);
  }
  const returns = ({ name }: SpeakerCount) => hints.returning?.get(name.toLowerCase()) ?? 0;
  // If everyone recurs, recurrence says nothing.
  const least = Math.min(...speakers.map(returns));
  return speakers
    .map((speaker, index) => ({
      ...speaker,
      score: score(speaker, saidBy.get(speaker.name)?.join(' ') ?? '', {
        isFirst: index === 0,
        share: speaker.words / words,
        returns: returns(speaker) - least,
        stated: isNamed(speaker.name, hints.statedInterviewers ?? []),
      }),
    }))
    .sort((a, b) => b.score - a.score);
}

const byScore = (ranked: readonly Ranked[]): string[] =>
  namesOf(
    ranked.slice(0, -1).filter((speaker, index) => index === 0 || speaker.score >= ALSO_INTERVIEWS),
  );
