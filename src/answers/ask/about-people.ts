import { signalsById } from '../../../db/queries/ask-material.js';
import { eachPersonFirst } from '../../beliefs/participants/each-person-first.js';
import type { Context } from '../../core/context.js';
import { listed } from '../../core/words.js';
import { isFrameTerm } from '../../language/frame-words.js';
import { tellingTerms, terms } from '../../language/tokens.js';
import { type QuoteOfPerson, strongestOfPeople, waitingOfPeople } from '../queries/ask-facts.js';
import { restOf } from './about-beliefs.js';
import type { Answer, AnswerParts } from './answer.js';
import { answerBelief, cite, composeText } from './compose.js';
import { isOfTime } from './conditions.js';
import type { PeopleNamed } from './people-named.js';
import type { Reading } from './understand.js';
import { closingOfQuotes, inline, leadOf } from './wording.js';

/** Most quotes read per person, and most beliefs or quotes shown. */
const most = { read: 100, shown: 3 };

/**
 * Answers a question that names people and no subject ("What did Len say?") with their strongest quotes, one per
 * belief that these support or contradict; if it asks about the product, with those that name it, if any. Undefined if the question
 * has a subject.
 */
export async function answerAboutPeople(
  ctx: Context,
  { text, conditions: { period, product } }: Reading,
  named: PeopleNamed,
): Promise<Answer | undefined> {
  const telling = tellingTerms(text).filter(
    (term) => !isFrameTerm(term) && !product.includes(term) && !(period && isOfTime(term)),
  );
  if (telling.some((term) => !named.names.has(term))) return undefined;
  const { from = null, to = null } = period ?? {};
  const said = await ctx.db.rows(strongestOfPeople, [...named.people], from, to, most.read);
  if (said.length === 0) return withoutEvidence(ctx, named, from, to);
  const ofProduct = said.filter(({ quote }) => product.some((term) => terms(quote).includes(term)));
  const shown = eachPersonFirst(
    ofProduct.length > 0 ? ofProduct : said,
    ({ participantId }) => participantId,
  );
  const ofBeliefs = unique(
    unique(shown, ({ quote }) => quote).filter(({ signalId }) => signalId !== null),
    ({ signalId }) => signalId,
  );
  if (ofBeliefs.length === 0) return answer(ctx, named, { quotes: shown.slice(0, most.shown) });
  const signals = await ctx.db.rows(
    signalsById,
    ofBeliefs.flatMap(({ signalId }) => signalId ?? []),
  );
  const beliefs = ofBeliefs.flatMap(
    ({ signalId }) => signals.find((one) => one.signalId === signalId) ?? [],
  );
  const first = beliefs.slice(0, most.shown).map((signal) => answerBelief(signal, ctx.now));
  const quotes = ofBeliefs.slice(0, most.shown);
  return answer(ctx, named, {
    list: first.map(
      (belief, at) =>
        `${leadOf(belief)}${quotes[at]?.kind === 'counterEvidence' ? ' Against it:' : ''}`,
    ),
    beliefs: first,
    quotes,
    closing: restOf(beliefs.slice(most.shown), false),
  });
}

/** Shows quotes that no theme has taken up yet, which cannot be cited. */
async function withoutEvidence(
  ctx: Context,
  named: PeopleNamed,
  from: Date | null,
  to: Date | null,
): Promise<Answer> {
  const waiting = await ctx.db.rows(waitingOfPeople, [...named.people], from, to, most.shown);
  if (waiting.length === 0) {
    const inTime = from || to ? ' from that time' : '';
    return composeText(
      ctx,
      'not covered',
      `${namesOf(named)} ${named.fullNames.length === 1 ? 'has' : 'have'} no quotes${inTime}.`,
    );
  }
  const quotes = waiting.map((item) => ({ item: { ...item, evidenceId: null }, signalId: null }));
  return cite(
    ctx,
    {
      ...{ kind: 'near', list: [], beliefs: [], counterQuotes: [], gap: null, quotes },
      lead: `No belief rests on words of ${namesOf(named)} yet, but they said:`,
      closing: closingOfQuotes(quotes),
    },
    [],
  );
}

const namesOf = ({ fullNames }: PeopleNamed): string => listed(fullNames.map(inline));

const answer = (
  ctx: Context,
  named: PeopleNamed,
  {
    list = [],
    beliefs = [],
    quotes,
    closing = '',
  }: Partial<Pick<AnswerParts, 'list' | 'beliefs' | 'closing'>> & {
    quotes: readonly QuoteOfPerson[];
  },
): Answer =>
  cite(
    ctx,
    {
      ...{ kind: 'answered', gap: null, counterQuotes: [], list, beliefs, closing },
      lead: `${namesOf(named)} in their own words, strongest first:`,
      quotes: quotes.map((item) => ({ item, signalId: item.signalId })),
    },
    [],
  );

function unique<T>(all: readonly T[], keyOf: (one: T) => unknown): T[] {
  const known = new Set<unknown>();
  return all.filter((one) => !known.has(keyOf(one)) && known.add(keyOf(one)));
}
