import type { SpeakerCount } from '../../../db/entities/source-file.js';
import type { Turn } from '../../../db/entities/source-item.js';
import { countSpeakers } from './count-speakers.js';
import { type StatedRole, statedRole } from './role-words.js';

export interface RoleHints {
  /** Named by a person: these and no others interview, where any of them speaks. */
  interviewers?: readonly string[];
  /** Named by the file above its talk. */
  statedInterviewers?: readonly string[];
  /** In which share of the study's files a name speaks, for names that return (small letters). */
  returning?: ReadonlyMap<string, number>;
}

const OPENS =
  /\b(?:welcome|thank(?:s| you)(?: all| both| everyone)?(?: so much| very much)? for (?:joining|being|coming|taking|agreeing|your time|making)|introduce (?:yourself|yourselves)|(?:tell|walk) (?:me|us)|to (?:get|kick) (?:us )?started|let'?s (?:get started|start|dive|begin)|mind if (?:i|we) record)\b/giu;
const SECOND_PERSON = /\byou(?:r|rs)?\b/giu;
const FIRST_PERSON = /\b(?:i|my|me|we|our)\b/giu;
/** How much each sign says, weighed on transcribed interviews with and without labels (docs/ingest.md). */
const WEIGHTS = {
  asks: 3,
  addresses: 1.5,
  opens: 1,
  speaksFirst: 0.6,
  speaksLittle: 0.8,
  returns: 4,
  stated: 6,
} as const;
/** From this score on a further speaker interviews too, beside the likeliest one. */
const ALSO_INTERVIEWS = 3.2;
/** Who says less than this share of the words and mostly asks, or hardly says a word, takes no part. */
const BYSTANDER_SHARE = 0.05;
const BYSTANDER_WORDS = 30;

const matches = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;

/** Whether a name given by a person or a preamble means this speaker: the whole of it, or its first word. */
export function isNamed(speaker: string, names: readonly string[]): boolean {
  const own = speaker.trim().toLowerCase();
  return names.some((name) => {
    const given = name.trim().toLowerCase();
    return own === given || own.startsWith(`${given} `) || given.startsWith(`${own} `);
  });
}

interface Signs {
  isFirst: boolean;
  /** Of all words. */
  share: number;
  /** In which share of the files, beyond the one who returns least. */
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
    WEIGHTS.speaksFirst * Number(signs.isFirst) +
    WEIGHTS.speaksLittle * (1 - signs.share) +
    WEIGHTS.returns * signs.returns +
    WEIGHTS.stated * Number(signs.stated)
  );
}

/** Where the labels themselves tell the sides apart, they do; undefined where they do not. */
function bySides(speakers: readonly Ranked[]): string[] | undefined {
  const on = (role: StatedRole | undefined) =>
    speakers.filter(({ name }) => statedRole(name) === role);
  const [asking, answering, rest] = [on('interviewer'), on('participant'), on(undefined)];
  if (asking.length > 0) {
    // Beside a host, those who only go by their names may ask too.
    const all = [...asking, ...rest.filter((speaker) => speaker.score >= ALSO_INTERVIEWS)];
    return all.length < speakers.length ? namesOf(all) : undefined;
  }
  return answering.length > 0 && rest.length > 0 ? namesOf(rest) : undefined;
}

const namesOf = (speakers: readonly { name: string }[]): string[] =>
  speakers.map(({ name }) => name);

/** Speakers who only pass by: a question from the audience, a word of thanks. */
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
 * Which speakers of a talk interview: those whom a person named, else those whom their labels show, else those
 * who ask, open the talk and return in the study's files. With two or more speakers never nobody, and never
 * everybody but where a person named them all; a single speaker interviews where the label says it.
 */
export function findInterviewers(turns: readonly Turn[], hints: RoleHints = {}): string[] {
  const speakers = countSpeakers(turns);
  const named = speakers.filter(({ name }) => isNamed(name, hints.interviewers ?? []));
  if (named.length > 0) return named.map(({ name }) => name);
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

interface Ranked extends SpeakerCount {
  score: number;
}

/** The likeliest interviewer first. */
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
  // Where everybody returns, returning tells nothing.
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
