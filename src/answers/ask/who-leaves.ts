import { signalsById } from '../../../db/queries/ask-material.js';
import { eachPersonFirst } from '../../beliefs/participants/each-person-first.js';
import type { Context } from '../../core/context.js';
import { counted, listed, people } from '../../core/words.js';
import { isFrameTerm } from '../../language/frame-words.js';
import { tellingTerms, termOf } from '../../language/tokens.js';
import { saysLeaving } from '../../language/urgency.js';
import { quotesOfLeaving } from '../queries/leaving.js';
import type { Answer } from './answer.js';
import { answerBelief, cite } from './compose.js';
import { isOfTime } from './conditions.js';
import type { Reading } from './understand.js';
import { namedBelief } from './wording.js';

/** Quotes that are read, and people who are quoted. */
const most = { read: 1_000, quoted: 3 };

const asksOfLeaving =
  /\b(?:leav(?:e|es|ing)|left|quit(?:s|ting)?|churn(?:s|ed|ing)?|cancel(?:s|l?ed|l?ing)?|unsubscribe[ds]?|at risk|los(?:e|ing) (?:\w+ )?(?:users|customers|clients|people|accounts))\b|\b(?:stop(?:s|ped|ping)?|quit) (?:using|paying)\b/i;
/** The words of such a question, besides those of its frame and of the product. */
const ofLeaving = new Set(
  `leave leaving left quit quitting churn cancel cancelling unsubscribe risk lose losing stop stopped using use paying pay
  users customers clients people accounts person anybody anyone somebody close likely soon already still`
    .split(/\s+/)
    .map(termOf),
);

/**
 * Answers a question on who leaves the product, or why ("Which customers are at risk?"), with what these people said. Undefined if
 * it has another subject, or if no one is known to leave.
 */
export async function whoLeaves(
  ctx: Context,
  { text, conditions: { negated, product, period } }: Reading,
): Promise<Answer | undefined> {
  const subject = tellingTerms(text).filter(
    (term) =>
      !isFrameTerm(term) &&
      !ofLeaving.has(term) &&
      !product.includes(term) &&
      !(period && isOfTime(term)),
  );
  if (negated || subject.length > 0 || !asksOfLeaving.test(text)) return undefined;
  const { from = null, to = null } = period ?? {};
  const found = await ctx.db.rows(quotesOfLeaving, from, to, most.read);
  const said = found.filter(({ marked, quote }) => marked || saysLeaving(quote));
  const shown = eachPersonFirst(said, ({ participantId }) => participantId);
  const leavers = new Set(said.map(({ participantId }) => participantId)).size;
  if (leavers === 0) return undefined;
  const quotes = shown.slice(0, Math.min(most.quoted, leavers));
  const signals = await ctx.db.rows(
    signalsById,
    quotes.flatMap(({ signalId }) => signalId ?? []),
  );
  const beliefs = signals.map((signal) => answerBelief(signal, ctx.now));
  const others = leavers - quotes.length;
  return cite(
    ctx,
    {
      ...{ kind: 'answered', list: [], counterQuotes: [], gap: null, beliefs },
      lead: `${people(leavers)} left or may leave, in their own words:`,
      quotes: quotes.map((item) => ({ item, signalId: item.signalId })),
      closing: [
        ...(others > 0 ? [`${counted(others, 'more person', 'more people')} said so.`] : []),
        ...(beliefs.length > 0 ? [`Related: ${listed(beliefs.map(namedBelief))}.`] : []),
      ].join(' '),
    },
    [],
  );
}
