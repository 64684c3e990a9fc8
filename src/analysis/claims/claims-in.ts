import { termOf, words } from '../../search/tokens.js';
import { subjectsAt } from '../grouping/subjects.js';
import { isOnlyCallTalk } from '../labels/call-talk.js';
import { sentencesOf } from '../quotes/sentences.js';
import { plainWay } from './plain-way.js';
import { type Cue, cuesIn, type Way } from './ways.js';

/** What a text says of each subject that it names, and how plainly: 1 where the words stand together, else `loosely`. */
export type Claims = Map<string, Map<Way, number>>;

/** Said in the same sentence, it is likely meant of the subject, and not surely. */
const loosely = 0.5;

const clauseEnd =
  /[,;:—–]\s+|\s-\s+|\s(?=(?:because|so that|which|but|and then|although|whereas|unless|when|while|since)\s)/i;
/** Somebody presents themselves: that is no belief about anything. */
const presents =
  /\b(?:my name is|i have a background in|my background|i (?:studied|graduated|majored)|i (?:work|worked) (?:as|for)|years of experience)\b/i;
/** "… and it was useful" is said of what was named before. */
const pointing = /^(?:\S+ ){0,3}(?:it|it's|they|they're|this|that|that's|those|these|them)(?= |$)/;
/** Whoever speaks of these has trouble with them. */
const wrongs: ReadonlySet<string> = new Set(
  'bug crash glitch mistake outage'.split(' ').map(termOf),
);
/** Of time, number, place and people in general: nothing is believed of these alone. */
const general: ReadonlySet<string> = new Set(
  `second minute hour day week month year today tomorrow yesterday morning evening night weekend summer winter moment
beginning start end middle time amount number lot rest couple bunch half third quarter hundred thousand million percent
total order line side top bottom front back corner head hand face eye hair body dad mom mother father brother sister
wife husband son daughter friend guy girl boy man woman kid person someone everyone anyone everything anything
nothing something matter case sense reason fact effect term chance luck wonder god kind sort type bit piece part whole
thing stuff way step edge entire similar single multiple simple full due least latter former extra forward ahead
earlier later early suggestion idea`
    .split(/\s+/)
    .map(termOf),
);

/** What an English text claims of what it names, by its wording. Questions, introductions and talk about the call claim nothing. */
export function claimsIn(text: string, isNoun: (word: string) => boolean): Claims {
  const claims: Claims = new Map();
  let before: Iterable<string> = [];
  for (const { start, end } of sentencesOf(text)) {
    const sentence = text.slice(start, end);
    if (sentence.endsWith('?') || presents.test(sentence) || isOnlyCallTalk(sentence)) continue;
    const clauses = sentence.split(clauseEnd).map((clause) => {
      const spoken = words(clause);
      return { spoken, cues: cuesIn(spoken) };
    });
    const ways = clauses.flatMap(({ cues }) => cues.flatMap(({ way }) => likely[way] ?? [way]));
    for (const { spoken, cues } of clauses) {
      const named = [...subjectsAt(spoken, isNoun)].filter(([subject, at]) =>
        isNamed(subject, at, cues),
      );
      for (const [subject, at] of named) {
        note(claims, subject, ways, loosely);
        const plain = cues.flatMap((cue) => plainWay(cue, at, spoken) ?? []);
        note(claims, subject, wrongs.has(subject) ? ['trouble'] : plain, 1);
      }
      if (named.length > 0) before = named.map(([subject]) => subject);
      else if (pointing.test(spoken.join(' '))) {
        const said = cues.map(({ way }) => way);
        for (const subject of before) note(claims, subject, said, 1);
      }
    }
  }
  return claims;
}

/** What helps somewhere in a sentence may be what it names, or what it is named for. */
const likely: Partial<Record<Way, Way[]>> = { help: ['help', 'aid'], use: ['use', 'aid'] };

function note(claims: Claims, subject: string, ways: readonly Way[], plainly: number): void {
  const own = claims.get(subject) ?? new Map<Way, number>();
  claims.set(subject, own);
  for (const way of ways) {
    if (wrongs.has(subject) && way !== 'trouble') continue;
    own.set(way, Math.max(own.get(way) ?? 0, plainly));
  }
}

/** A word that shows how something is spoken of is not what is spoken of. */
const isNamed = (subject: string, at: readonly number[], cues: readonly Cue[]): boolean =>
  subject.split(' ').every((term) => /\p{L}/u.test(term) && !general.has(term)) &&
  (wrongs.has(subject) ||
    !at.some((place) => cues.some(({ first, last }) => first <= place && place <= last)));
