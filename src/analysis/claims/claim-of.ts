import type { Field } from '../labels/field.js';
import type { Said } from '../labels/shared-terms.js';
import { phraseOf } from '../labels/topic-label.js';
import type { Claims } from './claims-in.js';
import { toolOf } from './tool-of.js';
import { minds, type Way } from './ways.js';

/** What most of those who are quoted say of one subject. */
export interface Claim {
  /** The stem of a noun, or two of words that stand together, as `subjectsOf` gives them. */
  subject: string;
  /** The same as people mostly write it. */
  topic: string;
  /** What has a part in it, where the way is 'aid'. */
  tool?: string;
  way: Way;
  /** Who speaks of it, who is of this mind, and who of the other. */
  people: number;
  agree: number;
  disagree: number;
}

const fewest = 2;
/** Where people are of no one mind, so many have to speak of it: of a single word more, for it may be any. */
const fewestViews = { pair: 3, word: 4 };
/** So many of the quotes name the subject, and so many of the people. */
const named = 0.6;
const namedBy = 0.5;
/** So much of those who name it are of one mind, and so much of that is the way itself. */
const prevails = 0.45;
const leastWeight = 1.5;
const wayPrevails = 0.5;
/** So much of the weight of one mind, the other has at most. */
const dissents = 0.8;
/** What names two things says more. */
const pairWorth = 1.2;

type Voice = ReadonlyMap<Way, number>;

/**
 * What quotes say together: the subject that most of them name, and how most of those who name it speak of it;
 * undefined where they have no such thing in common.
 */
export function claimOf(said: readonly Said[], field: Field): Claim | undefined {
  const read = said.map(({ quote, speaker }) => ({ speaker, claims: field.claimsIn(quote) }));
  const all = new Set(said.map(({ speaker }) => speaker)).size;
  const subjects = [...new Set(read.flatMap(({ claims }) => [...claims.keys()]))].flatMap(
    (subject) => {
      const naming = read.filter(({ claims }) => claims.has(subject));
      const people = new Set(naming.map(({ speaker }) => speaker)).size;
      const tells = naming.length >= named * said.length && !subject.split(' ').every(field.isWide);
      return tells && people >= namedBy * all ? [{ subject, naming, people }] : [];
    },
  );
  const claims = subjects.flatMap(({ subject, naming }) => onSubject(subject, naming) ?? []);
  const views = subjects
    .filter(({ subject, people }) => people >= fewestViews[isPair(subject) ? 'pair' : 'word'])
    .map(({ subject, people, naming }): Weighed => {
      const worth = naming.length * (isPair(subject) ? pairWorth : 1);
      return { subject, way: 'views', people, agree: people, disagree: 0, worth };
    });
  const mostWorth = (a: Weighed, b: Weighed): number =>
    b.worth - a.worth || (a.subject < b.subject ? -1 : 1);
  const quotes = said.map(({ quote }) => quote);
  for (const { worth: _, ...claim } of [...claims.sort(mostWorth), ...views.sort(mostWorth)]) {
    const topic = phraseOf(claim.subject.split(' '), quotes, field);
    const tool = claim.way === 'aid' ? toolOf(quotes, claim.subject) : undefined;
    if (topic && (tool || claim.way !== 'aid')) return { ...claim, topic, ...(tool && { tool }) };
  }
  return undefined;
}

type Weighed = Omit<Claim, 'topic' | 'tool'> & { worth: number };

function onSubject(
  subject: string,
  naming: readonly { speaker: string; claims: Claims }[],
): Weighed | undefined {
  const voices = voicesOn(subject, naming);
  const of = (ways: readonly Way[]): number => sum(voices.map((voice) => mostOf(voice, ways)));
  const plainly = (ways: readonly Way[]): number =>
    voices.filter((voice) => mostOf(voice, ways) === 1).length;
  const mind = [...minds].sort((a, b) => of(b) - of(a))[0] as readonly Way[];
  const way = [...mind].sort((a, b) => of([b]) - of([a]))[0] as Way;
  const other = minds[1 - minds.indexOf(mind)] ?? [];
  const counts = {
    people: voices.length,
    agree: voices.filter((voice) => mostOf(voice, mind) > 0).length,
    disagree: voices.filter((voice) => mostOf(voice, other) > mostOf(voice, mind)).length,
  };
  const isOfUse = way === 'help' || way === 'aid' || way === 'use';
  const isBorneOut =
    of(mind) >= Math.max(leastWeight, prevails * voices.length) &&
    of([way]) >= wayPrevails * of(mind) &&
    of(other) <= dissents * of(mind) &&
    plainly(other) <= plainly(mind) / 2 &&
    counts.agree >= fewest &&
    plainly([way]) >= (voices.length === fewest || (isOfUse && counts.agree > fewest) ? 1 : fewest);
  const worth = of(mind) * (isPair(subject) || way === 'aid' ? pairWorth : 1);
  return isBorneOut ? { subject, way, ...counts, worth } : undefined;
}

const isPair = (subject: string): boolean => subject.includes(' ');

/** How each person speaks of a subject, in all that they say of it. */
function voicesOn(
  subject: string,
  naming: readonly { speaker: string; claims: Claims }[],
): Voice[] {
  const voices = new Map<string, Map<Way, number>>();
  for (const { speaker, claims } of naming) {
    const voice = voices.get(speaker) ?? new Map<Way, number>();
    for (const [way, plainly] of claims.get(subject) ?? []) {
      voice.set(way, Math.max(voice.get(way) ?? 0, plainly));
    }
    voices.set(speaker, voice);
  }
  return [...voices.values()];
}

const mostOf = (voice: Voice, ways: readonly Way[]): number =>
  Math.max(0, ...ways.map((way) => voice.get(way) ?? 0));
const sum = (values: readonly number[]): number => values.reduce((total, one) => total + one, 0);
