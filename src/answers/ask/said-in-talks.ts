import type { Context } from '../../core/context.js';
import { latestInterviews } from '../queries/transcripts.js';
import { type Finding, unsaidBy } from './decide.js';
import {
  mostInterviews,
  readTalks,
  type TranscriptPassage,
  transcriptPassages,
} from './transcript-passages.js';
import { subjectOf } from './weigh.js';

// Chosen on 68 questions about two studies (docs/search.md).
/** Least score of a passage, and its share of the best one's. */
const least = { score: 0.12, ofBest: 0.6 };
const mostShown = 3;

/**
 * The finding, or, if nothing that was kept is near, what comes nearest in the transcripts: words of which no quote was
 * kept. They are shown as what was said and cited by nothing. Asked about one person's words, only theirs.
 */
export async function orSaid(ctx: Context, finding: Finding): Promise<Finding> {
  const { kind, material, reading } = finding;
  if (kind !== 'not covered' || material.opening !== undefined) return finding;
  const kept = [...material.signals.flatMap(({ quotes }) => quotes), ...material.loose]
    .toSorted((a, b) => b.score - a.score)
    .map(({ item }) => item);
  const latest = material.ofPerson ? [] : await ctx.db.rows(latestInterviews, mostInterviews);
  const talks = await readTalks(
    ctx.db,
    [...kept, ...latest].map(({ sourceItemId }) => sourceItemId),
  );
  const passages = await transcriptPassages(talks, [material.query.sequence], [], { wide: false });
  const quotes = nearest(passages).map((item) => ({ item }));
  if (quotes.length === 0) return finding;
  const notAbout = unsaidBy(quotes, reading, subjectOf(material.query, reading.conditions));
  return { ...finding, kind: 'near', beliefs: [], quotes, notAbout };
}

function nearest(passages: readonly TranscriptPassage[]): TranscriptPassage[] {
  const best = Math.max(0, ...passages.map(({ score }) => score));
  return passages
    .filter(({ score }) => score >= Math.max(least.score, least.ofBest * best))
    .toSorted((a, b) => b.score - a.score)
    .slice(0, mostShown);
}
