import { isQuestion, type Span, sentencesOf } from '../../language/sentences.js';
import type { ClaimKind, CodebookEntry } from '../codebook/entry.js';
import { hasThing } from '../codebook/entry.js';
import type { CompiledEntry } from '../codebook/patterns.js';
import { claimOfAnswer } from './answers.js';
import type { Claim, SpokenTurn } from './claim.js';
import { type Subject, subjectOf, thingsNear } from './subject-of.js';
import {
  roughlyPlain,
  type TaggedSentence,
  type TaggedWord,
  tagSentence,
} from './tagged-sentence.js';

interface ReadClaims {
  claims: Claim[];
  /** True if the participant says that they use AI. */
  usesAi: boolean;
}

/** Ways in which people name AI tools. */
const ai =
  /\b(?:ais?|a\.i\.|llms?|chat ?gpt|gpt|claude|copilot|gemini|grok|chatbots?|the bot|(?:ai|the|language) models?|midjourney|dall-?e|deepseek|perplexity|artificial intelligence|these tools|the tool|the machine)\b/;
const saysUsesAi =
  /\b(?:use|using|uses|used) (?:\w+ ){0,2}(?:ai|ais|llms?|chat ?gpt|claude|copilot|gemini)\b/;

const denials = new Set(
  'not never no without hardly cannot nobody none neither nor rarely'.split(' '),
);
/** Words for something that the speaker does not do: "I am less likely to use it for letters". */
const alternatives = new Set('less unlikely avoid avoiding instead rather than versus'.split(' '));
/** Words that state the opposite; "without" and "no" mostly negate something else. */
const plainDenials = new Set('not never hardly rarely'.split(' '));
/** A negation within this many words makes the support doubtful; close to the claim, it means the opposite. */
const denialReach = 6;
const plainDenialReach = 1;
const ofOneself: ReadonlySet<ClaimKind> = new Set(['habit', 'choice']);
const maySuppose: ReadonlySet<ClaimKind> = new Set(['wish', 'worry', 'belief', 'choice']);
/** In an answer to a question about AI, these kinds are about AI even if nothing names it. */
const ofOpinion: ReadonlySet<ClaimKind> = new Set(['belief', 'choice']);
/** Words for something that is only imagined, hoped for or in the future. */
const imagines =
  /\b(?:someday|some day|one day|ideally|hopefully|hypothetically|in theory|in (?:the|my) future|in an ideal world|imagine|envision|hope|hoping|looking forward|look forward|i wish|if i (?:could|had|were|knew))\b/;
/** When negated, these kinds mean the opposite; "not the final product" does not contradict a belief or a worry. */
const hasOpposite: ReadonlySet<ClaimKind> = new Set(['habit', 'choice', 'pain', 'praise']);
/** "I would say" is how people say what they think, and "I would not" what they refuse; "I might not" is a guess. */
const supposes =
  /\b(?:(?:would|could|might|may) (?!(?:say|argue|think|guess|always|often|sometimes|use) )(?<!(?:would|could) (?=not ))|maybe|perhaps)/;
/** These kinds report experience, not what is only possible, expected or required. */
const ofExperience: ReadonlySet<ClaimKind> = new Set(['pain', 'praise']);
const conditions = new Set('if unless whether'.split(' '));
/** "It must be easy to use", "that will be helpful"; "who knows how long I will be on hold" is an experience. */
const awaits =
  /\b(?:(?<!\b(?:i|we) )will|shall|must|should|going to|(?:has|have|needs?|wants?|wanted) (?:it )?to) (?:\w+ ){0,2}be (?:\w+ ){0,2}$/;
/** Words for what a tool is expected to do; "I will" often describes what people already do. */
const comes = /\b(?:will|going to) /;
const pronoun =
  /\b(?:it|its|this|these|the (?:results?|answers?|outputs?|responses?|summar(?:y|ies)|suggestions?))\b/;
const aboutness = { clause: 1, sentence: 0.85, pronounInAnswer: 0.8, pronoun: 0.7, answer: 0.7 };
const leastCertainty = 0.6;
const speaker = /\b(?:i|me|my|myself|we|us|our)\b/;
/** The question names the subject of this many sentences of its answer. */
const askedReach = 6;
/** Only this many sentences of an answer state an opinion on AI without naming it. */
const opinionReach = 2;
const fewestWords = 5;
const mostWords = 90;
/** A longer spoken sentence without full stops has several statements, so words far apart do not belong together. */
const longWords = 40;
/** In a sentence longer than this, even the clause's subject and stance are less sure. */
const veryLong = { words: 60, certainty: 0.85 };
/** Words for work that is kept from AI, which is not a habit of using it: "I thought that I should do it myself". */
const refusesAi =
  /\b(?:(?:do|did|doing|done) (?:it|this|that|them) (?:all )?(?:my|our)sel(?:f|ves)|never (?:gave|let|asked|used|had) |less (?:and less )?(?:i|we) used?|(?:i|we) used? (?:ai|it) less|would not be (?:useful|helpful))\b/;
/** In UTF-16 units: anything longer has too many words or is not speech. */
const longestSentence = 2_000;

/** Returns the claims in a participant's turns. Deterministic; entries are tried in their order. */
export function readClaims(
  turns: readonly SpokenTurn[],
  codebook: readonly CompiledEntry[],
): ReadClaims {
  let usesAi = false;
  const claims = turns.flatMap((turn) => {
    const asked = roughlyPlain(turn.asked ?? '');
    const spans = sentencesOf(turn.text);
    const rough = spans.map(({ start, end }) => roughlyPlain(turn.text.slice(start, end)));
    usesAi ||= rough.some((plain) => saysUsesAi.test(plain));
    const stated = spans.flatMap((span, at): Claim[] => {
      const before = [rough[at - 1], rough[at - 2], at < askedReach ? asked : ''];
      const text = turn.text.slice(span.start, span.end);
      const found = claimsOfSentence(text, rough[at] as string, codebook, {
        aiBefore: before.some((plain) => ai.test(plain ?? '')),
        answersAi: at < opinionReach && ai.test(asked),
      });
      return found.map((claim) => ({ turn: turn.turn, ...span, ...claim }));
    });
    const answer = claimOfAnswer(turn, spans, codebook);
    return answer && !stated.some(({ entryId }) => entryId === answer.entryId)
      ? [answer, ...stated]
      : stated;
  });
  return { claims, usesAi };
}

type ClaimOfSentence = Omit<Claim, 'turn' | keyof Span>;

/** The surroundings of a sentence: whether AI is named before it, and by the question that it answers. */
interface Around {
  aiBefore: boolean;
  answersAi: boolean;
}

function claimsOfSentence(
  text: string,
  rough: string,
  codebook: readonly CompiledEntry[],
  around: Around,
): ClaimOfSentence[] {
  if (text.length > longestSentence || isQuestion(text)) return [];
  const namesAi = ai.test(rough);
  const candidates = codebook.filter(
    (one) =>
      (one.entry.about === undefined || namesAi || around.aiBefore) &&
      (one.near?.test(rough) ?? true) &&
      hits(one, rough),
  );
  if (candidates.length === 0) return [];
  const sentence = tagSentence(text);
  if (sentence.words.length < fewestWords || sentence.words.length > mostWords) return [];
  return candidates.flatMap((one) => claimOf(one, sentence, around) ?? []);
}

const hits = ({ says, against }: CompiledEntry, plain: string): boolean =>
  plain.search(says) >= 0 || (against !== undefined && plain.search(against) >= 0);

/** A part of a sentence that matches a pattern. */
interface Hit {
  entry: CodebookEntry;
  sentence: TaggedSentence;
  /** The words from `first` to `last`, and the complete clauses that contain them. */
  first: number;
  last: number;
  clause: string;
  /** The words of its clause before it. */
  lead: string;
  around: Around;
}

function claimOf(
  { entry, says, against, not }: CompiledEntry,
  sentence: TaggedSentence,
  around: Around,
): ClaimOfSentence | undefined {
  for (const opposite of [against, says]) {
    if (!opposite) continue;
    for (const match of sentence.plain.matchAll(opposite)) {
      const hit = hitAt(entry, sentence, match.index, match[0], around);
      if (isReadOut(hit) || isFarApart(hit) || not?.test(hit.clause)) continue;
      const claim = weighed(hit, opposite === against);
      if (claim) return claim;
    }
  }
  return undefined;
}

function hitAt(
  entry: CodebookEntry,
  sentence: TaggedSentence,
  index: number,
  found: string,
  around: Around,
): Hit {
  const { words, clauses } = sentence;
  const end = index + found.trimEnd().length;
  const first = words.findIndex(({ to }) => to > index);
  const last = words.findLastIndex(({ from }) => from < end);
  const [from, to] = [clauses[first] as number, clauses[last] as number];
  const plainOf = (some: readonly TaggedWord[]): string =>
    `${some.map(({ low }) => low).join(' ')} `;
  const clause = plainOf(
    words.filter((_, at) => {
      const clause = clauses[at] as number;
      return clause >= from && clause <= to;
    }),
  );
  const lead = plainOf(words.filter((_, at) => at < first && clauses[at] === from));
  return { entry, sentence, first, last, clause, lead, around };
}

/** True inside quotation marks: someone else's words, or a prompt read aloud. */
const isReadOut = ({ sentence, first }: Hit): boolean =>
  sentence.words.slice(0, first).filter(({ text }) => text === '"').length % 2 === 1;

/**
 * True if a match in a long sentence spans too many clauses. Two may belong together: "nice if it were at the top".
 */
const isFarApart = ({ sentence: { words, clauses }, first, last }: Hit): boolean => {
  const apart = (clauses[last] as number) - (clauses[first] as number);
  return words.length > longWords && apart > (words.length > veryLong.words ? 0 : 1);
};

function weighed(hit: Hit, isAgainst: boolean): ClaimOfSentence | undefined {
  const { entry, sentence, clause, lead } = hit;
  const who = subjectOf(sentence, hit.first, ai);
  if (!mayBeSaidBy(entry, who)) return undefined;
  if (entry.kind === 'habit' && who !== 'anyone' && !speaker.test(sentence.plain)) {
    return undefined;
  }
  const isSupposed = supposes.test(lead) || imagines.test(sentence.plain);
  if (isSupposed && !maySuppose.has(entry.kind)) return undefined;
  if (ofExperience.has(entry.kind) && isAwaited(hit)) return undefined;
  if (entry.kind === 'habit' && who === 'tool' && comes.test(lead)) return undefined;
  if (entry.about && entry.kind === 'habit' && refusesAi.test(sentence.plain)) return undefined;
  const isVeryLong = sentence.words.length > veryLong.words;
  const certainty = (entry.about ? aboutAi(hit) : 1) * (isVeryLong ? veryLong.certainty : 1);
  if (certainty < leastCertainty) return undefined;
  const denial = isAgainst ? 'none' : denialOf(hit);
  if (denial === 'doubtful') return undefined;
  return {
    entryId: entry.id,
    stance: isAgainst || denial === 'plain' ? 'contradicts' : 'supports',
    certainty,
    namesAi: ai.test(clause),
    things: hasThing(entry) ? thingsNear(sentence, hit.first, hit.last, entry.kind === 'wish') : [],
  };
}

/** True in "if I can not log in", and in "if you rely on it and it is wrong"; not if the "if" is part of the match. */
function isAwaited({ sentence: { words, clauses }, first, lead }: Hit): boolean {
  let opens = clauses.indexOf(clauses[first] as number);
  while (opens > 0 && words[opens]?.low === 'and') {
    opens = clauses.indexOf((clauses[opens] as number) - 1);
  }
  const isCondition = opens < first && conditions.has(words[opens]?.low ?? '');
  return isCondition || awaits.test(`${lead}${words[first]?.low} `);
}

function mayBeSaidBy({ by, kind }: CodebookEntry, who: Subject): boolean {
  if (by === 'tool' && (who === 'self' || who === 'other')) return false;
  if ((by === 'self' || by === 'self-alone') && who === 'tool') return false;
  if (by === 'self-alone' && who !== 'self') return false;
  if (by === 'other' && who !== 'other') return false;
  return !(ofOneself.has(kind) && who === 'other');
}

function aboutAi({ entry, clause, sentence, around }: Hit): number {
  if (ai.test(clause)) return aboutness.clause;
  if (ai.test(sentence.plain)) return aboutness.sentence;
  if (around.aiBefore && pronoun.test(sentence.plain)) {
    return around.answersAi ? aboutness.pronounInAnswer : aboutness.pronoun;
  }
  return around.answersAi && ofOpinion.has(entry.kind) ? aboutness.answer : 0;
}

function denialOf({ entry, sentence, first }: Hit): 'none' | 'plain' | 'doubtful' {
  if (entry.evenDenied) return 'none';
  const { words, clauses } = sentence;
  const leading = [...words.keys()].slice(Math.max(0, first - denialReach), first);
  const denied = leading
    .filter((at) => clauses[at] === clauses[first])
    .filter((at) => {
      const { low } = words[at] as TaggedWord;
      return denials.has(low) || (entry.kind === 'habit' && alternatives.has(low));
    });
  if (denied.length === 0) return 'none';
  const isPlain = denied.some(
    (at) => at >= first - plainDenialReach && plainDenials.has(words[at]?.low as string),
  );
  return isPlain && hasOpposite.has(entry.kind) ? 'plain' : 'doubtful';
}
