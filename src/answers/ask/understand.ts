import { refNumbersIn } from '../../beliefs/signals/ref.js';
import { tellingTerms } from '../../language/tokens.js';
import { type Conditions, conditionsOf, type Period, periodOf } from './conditions.js';
import {
  alone,
  contentOf,
  type EarlierTurn,
  readInContext,
  type Reading as Text,
} from './follow-up.js';
import { type Overview, overviewAskedFor } from './overview-asked.js';

export interface Asked {
  question: string;
  /** Earlier questions of the conversation, the oldest first. */
  earlier: readonly EarlierTurn[];
  /** True if the question is not part of a conversation that could continue. */
  alone?: boolean;
}

/** One way to understand a question about what people said. */
export interface Reading extends Text {
  conditions: Conditions;
  /** True if it asks for several answers ("which limits …", "list …"). */
  several: boolean;
}

/** A question about the beliefs themselves. */
export interface AboutBeliefs {
  kind: 'facts';
  /** `refs`: about the beliefs that it names by their refs. */
  about: Overview | 'refs';
  refs: readonly number[];
  /** True if it asks what contradicts them. */
  against: boolean;
  /** Ref numbers of the beliefs that were already shown. */
  shown: readonly number[];
  period: Period | undefined;
  /** True if "what else?" can continue the list. */
  goesOn: boolean;
}

export type Understood =
  | { kind: 'no question'; reply: string }
  | AboutBeliefs
  | { kind: 'question'; readings: Reading[] };

/** With more other words than this, a ref is mentioned in passing and is not the subject. */
const mostBesideRefs = 4;
const againstIt =
  /\b(?:contradict\w*|against|disagree\w*|oppos\w*|counter\w*|otherwise|dispute\w*)\b/i;
const asksForSeveral =
  /^\W*(?:(?:which|what)\s+(?:(?:are|were)\b|(?:(?!(?:do|did|can|could|should|would|will|must|may|might|have|had)\b)\p{L}+\s+)?(?!(?:does|is|was|has|this|makes|happens|keeps|causes|stops|needs|helps|gets)\b)\p{L}{3,}s\b(?!'))|list\b|name\b|show\s+all\b|give\s+(?:me\s+)?(?:all|examples)\b)/iu;

/** Determines what a question asks for, in all its likely readings; "last month" ends at `now`. */
export function understand(
  { question, earlier, alone: isAlone = false }: Asked,
  now: Date,
): Understood {
  const reply = replyToNoQuestion(question, earlier.length > 0);
  if (reply !== undefined) return { kind: 'no question', reply };
  const against = againstIt.test(question);
  const refs = against ? refsAgainst(question, earlier) : refsAskedFor(question);
  const facts = { kind: 'facts', against, goesOn: !isAlone } as const;
  if (refs.length > 0) return { ...facts, about: 'refs', refs, shown: [], period: undefined };
  const readings = overviewAskedFor(question)
    ? [alone(question)]
    : readInContext(question, earlier);
  const [{ text, adds, goesOn }] = readings as [Text];
  const about = adds.length === 0 ? overviewAskedFor(text) : undefined;
  if (about) {
    const shown = goesOn ? refNumbersIn(earlier.map(({ answer }) => answer ?? '').join('\n')) : [];
    return { ...facts, about, refs: [], shown, period: periodOf(text, now) };
  }
  return {
    kind: 'question',
    readings: readings.map((reading) => ({
      ...reading,
      conditions: conditionsOf(reading.text, now),
      several: asksForSeveral.test(reading.text),
    })),
  };
}

/** Ref numbers of the beliefs that a question is about ("Does anybody contradict SIG-4?"). */
function refsAskedFor(question: string): number[] {
  const refs = refNumbersIn(question);
  const telling = tellingTerms(question).filter((term) => term !== 'sig' && !/^\d+$/.test(term));
  return telling.length <= mostBesideRefs ? refs : [];
}

/**
 * The same for a question about contradictions; "does anybody contradict that?" refers to the belief of the last
 * answer.
 */
function refsAgainst(question: string, earlier: readonly EarlierTurn[]): number[] {
  const refs = refsAskedFor(question);
  if (refs.length > 0 || contentOf(question).length > 0) return refs;
  return refNumbersIn(earlier.at(-1)?.answer ?? '').slice(0, 1);
}

const determiner =
  '(?:the|a|an|this|that|these|those|all|my|our|their|your|its|every|it|sig-\\d+|(?:new|another|open|last)\\s+\\p{L}+)';
const verbs =
  'resolve|close|dismiss|snooze|accept|decide|ship|create|make|open|file|link|unlink|delete|remove|erase|forget|upload|import|ingest|add|save|assign|mark|archive|retire|rename|merge|split|send|post|schedule|draft|export|invite|reopen|set|change|update|turn|enable|disable|connect|install|restart|mute|tag|publish|approve|reject';
const request = new RegExp(
  `^\\W*(?:(?:please|pls|hey|ok|can you|could you|would you|will you|i want you to|i need you to|go ahead and)[\\s,]+)*(?:${verbs})\\s+(?:me\\s+)?${determiner}\\b`,
  'iu',
);

/** Replies that say where a requested action is taken; the first match counts. */
const places: readonly (readonly [RegExp, string])[] = [
  [
    /\b(?:issues?|tickets?|linear|github|jira)\b/i,
    'An issue is created and linked with the buttons on its card in Slack.',
  ],
  [
    /\b(?:recommendations?|accept|ship|outcome|approve|reject)\b/i,
    'A recommendation is decided with the buttons on its card in Slack.',
  ],
  [
    /\b(?:cards?|resolve|snooze|dismiss)\b/i,
    'A card is resolved or snoozed with the buttons on it in Slack.',
  ],
  [
    /\b(?:study|studies|gaps?)\b/i,
    'A study is drafted with “Draft a study” below an answer, or on the card of a research gap.',
  ],
  [
    /\b(?:interviews?|transcripts?|recordings?|files?|import|upload|ingest)\b/i,
    'Interviews are added by dropping their files into a Slack channel, or with the command `ingest`.',
  ],
  [
    /\b(?:quotes?|evidence|notes?)\b/i,
    'A quote is added with “Save as evidence” on a message in Slack.',
  ],
  [
    /\b(?:erase|forget|participants?|person)\b/i,
    'A participant is erased with the command `participant erase`.',
  ],
  [
    /\b(?:sig-\d+|signals?|beliefs?|themes?|rename|merge|split|retire)\b/i,
    'Beliefs are renamed, merged, split and retired with the commands `signal` and `theme`.',
  ],
];
const onlyAnswers = 'I only answer questions here and change nothing.';
const elsewhere = 'Work is done with the buttons on the cards in Slack.';
const whatToAsk =
  'What would you like to know? Ask what users said, such as: what keeps people from inviting their team?';

/** The reply to a message that asks nothing, or that requests an action; undefined for a question. */
function replyToNoQuestion(question: string, inConversation: boolean): string | undefined {
  if (!/[\p{L}\p{N}]/u.test(question)) return inConversation ? undefined : whatToAsk;
  if (!request.test(question)) return undefined;
  const place = places.find(([asksFor]) => asksFor.test(question));
  return `${onlyAnswers} ${place?.[1] ?? elsewhere}`;
}
