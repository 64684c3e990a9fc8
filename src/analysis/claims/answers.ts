import { isQuestion, type Span } from '../../language/sentences.js';
import type { ClaimKind } from '../codebook/entry.js';
import type { CompiledEntry } from '../codebook/patterns.js';
import { polarityOf } from '../polarity.js';
import type { Claim, SpokenTurn } from './claim.js';
import { thingsNamed } from './subject-of.js';
import { roughlyPlain, tagSentence } from './tagged-sentence.js';

/** An answer comes within this many sentences, among them "Good question." */
const reach = 2;
/** A shorter sentence, such as "The search.", becomes a quote together with the next one. */
const fewestWords = 5;
/** In UTF-16 units: only the end of a longer question is read, and a longer sentence is not an answer. */
const longest = 1_000;
/** Lower than for a claim that the sentence states by itself. */
const certainty = 0.8;
/** These end the search: what follows "I don't know" is not an answer to the question. */
const refuses =
  /\b(?:nothing|none|no idea|no (?:complaints?|issues?|problems?|frustrations?)|nope|not (?:really|sure|much|a lot|a thing|that i|at the moment|off the top)|i (?:do|did|would) not (?:know|have|think|really|remember|mind|want|use)|(?:can|could) not (?:think|say|remember|complain|recall|come up)|hard to say|everything|skip|pass|(?:what|which) do you mean)\b|^(?:\W|well|um|uh|oh|so|honestly|hmm)*(?:no|nah)\b/;
const leadsIn =
  /^(?:\W|well|um|uh|oh|so|hmm|yeah|yes|okay|right|let me (?:think|see)|(?:that is )?(?:an? )?(?:really )?(?:good|great|hard|tough|tricky|interesting) (?:question|one))*$/;
const denies = /\b(?:not|never|no|hardly|without|less)\b/;
/** "That I can not export it" is a complaint, "The price does not bother me" is not. */
const cannot = /\b(?:can|could|do|does) not (?!mind|care|bother|annoy|frustrate|matter)/g;
/** Praise by a word that is too common to count as such: "I really like the directions." */
const likes =
  /\b(?:i|we) (?:(?:really|also|do|actually|just|quite) ){0,2}(?:liked?|loved?|enjoy(?:ed)?)\b/;
/** The polarity that an answer to such a question may not oppose. */
const wants: Partial<Record<ClaimKind, 1 | -1>> = { pain: -1, praise: 1 };

/**
 * The claim that an answer makes together with its question: "What frustrates you?" – "The search." The interviewer's
 * last question has to match exactly one entry, and the answer has to name a thing in its first clauses. "Nothing
 * really", another question, and praise of something that was asked about as a nuisance are not claims.
 */
export function claimOfAnswer(
  { turn, text, asked = '' }: SpokenTurn,
  spans: readonly Span[],
  codebook: readonly CompiledEntry[],
): Claim | undefined {
  const entry = entryAsked(asked, codebook);
  if (!entry) return undefined;
  for (const [at, span] of spans.slice(0, reach).entries()) {
    const said = text.slice(span.start, span.end);
    const plain = roughlyPlain(said.slice(0, longest));
    if (isQuestion(said) || leadsIn.test(plain.trim())) continue;
    if (refuses.test(plain) || said.length > longest) return undefined;
    const sentence = tagSentence(said);
    const things = contradictsFrame(entry.kind, plain) ? [] : thingsNamed(sentence);
    if (things.length === 0) return undefined;
    const next = spans[at + 1];
    const isShort = sentence.words.length < fewestWords + 1 && next !== undefined;
    return {
      turn,
      start: span.start,
      end: isShort ? next.end : span.end,
      entryId: entry.id,
      stance: 'supports',
      certainty,
      namesAi: false,
      things,
    };
  }
  return undefined;
}

/** The only entry whose question the interviewer asks; "What do you like or dislike?" asks for two. */
function entryAsked(asked: string, codebook: readonly CompiledEntry[]) {
  const sentences = asked.slice(-longest).split(/(?<=[.?!])\s+/);
  const last = roughlyPlain(
    sentences.findLast((one) => one.includes('?')) ?? sentences.at(-1) ?? '',
  );
  const all = roughlyPlain(asked.slice(-longest));
  const matches = (text: string): CompiledEntry[] =>
    codebook.filter(({ asked: question }) => question !== undefined && text.search(question) >= 0);
  const [only, ...others] = matches(last);
  return only && others.length === 0 && matches(all).length === 1 ? only.entry : undefined;
}

function contradictsFrame(kind: ClaimKind, plain: string): boolean {
  const want = wants[kind];
  const denied = denies.test(kind === 'praise' ? plain : plain.replace(cannot, ''));
  const isPraised = kind === 'pain' && likes.test(plain);
  return denied || isPraised || (want !== undefined && polarityOf(plain) * want < 0);
}
