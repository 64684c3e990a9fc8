import type { Context } from '../../core/context.js';
import { someSignals } from '../queries/ask-facts.js';
import type { Finding } from './choose-finding.js';
import { asNear, namesEnough, noBelief } from './loose-quotes.js';
import { heaviestOf, type Passage, passagesOf, saysOwn, subjectOf } from './relevance.js';
import type { Material, SpokenQuote } from './retrieve.js';
import { type FoundPassage, nearestPassages } from './transcripts/passages.js';
import { readTranscripts } from './transcripts/talk.js';
import { farLead } from './wording.js';

// Thresholds chosen on 575 questions about 23 studies (docs/quality.md).
/**
 * Minimum score of the best passage, share of that score that further passages need, minimum share of the question
 * that each must mention in its own words, and the most passages shown.
 */
const near = { best: 1.15, further: 0.7, said: 0.2, most: 3 };
/** The same for passages that are hardly about the question, used only if there is nothing else. */
const far = { best: 1.05, further: 0.7, said: 0.1, most: 2 };
/** A team with fewer beliefs "knows little". */
const manyBeliefs = 10;

/**
 * Returns the finding, or the nearest passages of the transcripts if no belief is near, or if one is near but the
 * team knows little. The passages are shown as what was said and are not cited. They yield more than the stored
 * quotes without a belief, which stay if no passage is near.
 */
export async function fallBackToTranscripts(ctx: Context, finding: Finding): Promise<Finding> {
  const { material, reading } = finding;
  if (finding.kind === 'answered') return finding;
  const isNear = finding.beliefs.length > 0 && !isOfOthers(material);
  if (isNear && !(await knowsLittle(ctx))) return finding;
  const kept = [...material.signals.flatMap(({ quotes }) => quotes), ...material.loose]
    .toSorted((a, b) => b.score - a.score)
    .map(({ item }) => item.sourceItemId);
  const talks = await readTranscripts(
    ctx.db,
    kept,
    material.named ? [...material.named.people] : null,
  );
  const found = await nearestPassages(talks, material.query.sequence);
  const { conditions, adds } = reading;
  const subject = subjectOf(material.query, conditions);
  const added = material.query.concepts.filter(({ term }) => adds.includes(term));
  const passages = passagesOf(found.map(asQuote), noBelief, subject, conditions)
    // a near passage need not meet the other conditions, but has to be from the period
    .filter(
      ({ fulfils, words }) =>
        (fulfils || !conditions.period) &&
        namesEnough(added, new Set([...words.quote, ...words.context])),
    )
    .toSorted((a, b) => b.quote.score - a.quote.score);
  const nearest = chosen(passages, near);
  const shown = nearest.length > 0 ? nearest : chosen(passages, far);
  const isFar = shown !== nearest;
  if (shown.length === 0 || (isFar && !(hasNothing(finding) && (await knowsLittle(ctx))))) {
    return finding;
  }
  const opening = isFar ? farLead : undefined;
  const heaviest = heaviestOf(subject);
  return {
    ...finding,
    material: { ...material, opening },
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

const hasNothing = ({ kind, known }: Finding): boolean =>
  kind === 'not covered' && known === undefined;

/**
 * True if the team holds few beliefs. The nearest one is then hardly about the question, while the transcripts may still
 * answer it.
 */
const knowsLittle = async (ctx: Context): Promise<boolean> =>
  (await ctx.db.rows(someSignals, manyBeliefs)).length < manyBeliefs;

/** The passages that are near enough, from a list with the best first; none if the best is not. */
function chosen(
  passages: readonly Passage<SpokenQuote>[],
  { best: leastBest, further, said: leastSaid, most }: typeof near,
): readonly Passage<SpokenQuote>[] {
  const telling = passages.filter(({ said }) => said >= leastSaid);
  const best = telling[0]?.quote.score ?? 0;
  if (best < leastBest) return [];
  return telling.filter(({ quote }) => quote.score >= further * best).slice(0, most);
}

/** True if other people's quotes were found instead of those of the people whom the question names. */
const isOfOthers = ({ named, ofPerson, opening }: Material): boolean =>
  named !== undefined && !ofPerson && opening !== undefined;

/** A passage as a quote without a theme; the question before it is its context. */
const asQuote = (passage: FoundPassage): SpokenQuote => ({
  item: { ...passage, note: passage.context, themeId: '', themeLabel: '' },
  score: passage.score,
  meaning: 0,
  seen: false,
});
