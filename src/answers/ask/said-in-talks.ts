import type { Context } from '../../core/context.js';
import type { Finding } from './decide.js';
import type { Material, SpokenQuote } from './retrieve.js';
import { asNear, namesEnough, noBelief } from './spoken.js';
import { type FoundPassage, nearestPassages } from './transcripts/passages.js';
import { readTalks } from './transcripts/talk.js';
import { heaviestOf, passagesOf, saysOwn, subjectOf } from './weigh.js';

// Chosen on 400 questions about sixteen studies (docs/search.md).
/** Least nearness of the best passage, of the others as a share of it, and what each says of the question in its words. */
const least = { best: 1.15, further: 0.8, said: 0.2 };
const mostShown = 3;

/**
 * The finding, or, if no belief is near, what comes nearest in the transcripts: shown as what was said, and
 * cited by nothing. It finds more than the kept quotes of no belief do, which stay if it finds nothing.
 */
export async function orSaid(ctx: Context, finding: Finding): Promise<Finding> {
  const { material, reading } = finding;
  if (finding.beliefs.length > 0 && !isOfOthers(material)) return finding;
  const kept = [...material.signals.flatMap(({ quotes }) => quotes), ...material.loose]
    .toSorted((a, b) => b.score - a.score)
    .map(({ item }) => item.sourceItemId);
  const talks = await readTalks(ctx.db, kept, material.people ?? null);
  const found = await nearestPassages(talks, material.query.sequence);
  const { conditions, adds } = reading;
  const subject = subjectOf(material.query, conditions);
  const added = material.query.concepts.filter(({ term }) => adds.includes(term));
  const passages = passagesOf(found.map(asQuote), noBelief, subject, conditions)
    // what comes near need not say how often, or who does not, but has to be of the time
    .filter(
      ({ fulfils, said, words }) =>
        said >= least.said &&
        (fulfils || !conditions.period) &&
        namesEnough(added, new Set([...words.quote, ...words.context])),
    )
    .toSorted((a, b) => b.quote.score - a.quote.score);
  const best = passages[0]?.quote.score ?? 0;
  if (best < least.best) return finding;
  const shown = passages
    .filter(({ quote }) => quote.score >= least.further * best)
    .slice(0, mostShown);
  const heaviest = heaviestOf(subject);
  return {
    ...finding,
    material: { ...material, opening: undefined },
    ...asNear(
      {
        quotes: shown.map(({ quote }) => quote),
        said: Math.max(...shown.map(({ said }) => said)),
        hasHeaviest: shown.some(({ words }) => heaviest && saysOwn(heaviest, words.quote)),
      },
      reading,
      subject,
    ),
  };
}

/** True if quotes of others were found in place of the words of the people whom the question names. */
const isOfOthers = ({ people, ofPerson, opening }: Material): boolean =>
  people !== undefined && !ofPerson && opening !== undefined;

/** A passage as a quote without a theme; the question before it is its context. */
const asQuote = (passage: FoundPassage): SpokenQuote => ({
  item: { ...passage, note: passage.context, themeId: '', themeLabel: '' },
  score: passage.score,
  meaning: 0,
  seen: false,
});
