import type { Context } from '../../core/context.js';
import type { Finding } from './decide.js';
import type { SpokenQuote } from './retrieve.js';
import { asNear, comesCloser, looseQuotes } from './spoken.js';
import { type FoundPassage, nearestPassages } from './transcripts/passages.js';
import { readTalks } from './transcripts/talk.js';
import { heaviestOf, subjectOf } from './weigh.js';

/** Least score of a passage, of what its talks can say of the question; chosen on 136 questions (docs/search.md). */
const leastScore = 0.1;

/**
 * The finding, or, if nothing that was kept is near, what comes nearest in the transcripts: words of which no quote was
 * kept. They are near by the same rules as quotes of no belief, shown as what was said, and cited by nothing.
 */
export async function orSaid(ctx: Context, finding: Finding): Promise<Finding> {
  const { kind, material, reading } = finding;
  if (kind !== 'not covered' || material.opening !== undefined) return finding;
  const kept = [...material.signals.flatMap(({ quotes }) => quotes), ...material.loose]
    .toSorted((a, b) => b.score - a.score)
    .map(({ item }) => item);
  const talks = await readTalks(
    ctx.db,
    kept.map(({ sourceItemId }) => sourceItemId),
  );
  const passages = await nearestPassages(talks, [material.query.sequence]);
  const loose = passages.filter(({ score }) => score >= leastScore).map(asQuote);
  const subject = subjectOf(material.query, reading.conditions);
  const spoken = looseQuotes(reading, { query: material.query, loose }, subject);
  return comesCloser(spoken, undefined, heaviestOf(subject))
    ? { ...finding, ...asNear(spoken, reading, subject) }
    : finding;
}

/** A passage as a quote without a theme; the question before it is its context. */
const asQuote = (passage: FoundPassage): SpokenQuote => ({
  item: { ...passage, note: passage.context, themeId: '', themeLabel: '' },
  score: passage.score,
  meaning: 0,
  seen: false,
});
