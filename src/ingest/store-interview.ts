import { writeInterview } from '../../db/queries/ingest/write-interviews.js';
import { addHighlights } from '../analysis/add-highlights.js';
import type { Context } from '../context.js';
import type { Highlight } from './formats/parsed-file.js';
import { participantOf } from './people/participant-of.js';
import type { PlannedInterview } from './plan-interviews.js';

/** The same words marked twice are one highlight, with the tags of both. */
function distinct(highlights: readonly Highlight[]): Highlight[] {
  const byQuote = new Map<string, Highlight>();
  for (const highlight of highlights) {
    const known = byQuote.get(highlight.quote);
    const tags = [...new Set([...(known?.tags ?? []), ...highlight.tags])];
    byQuote.set(highlight.quote, { ...highlight, ...known, tags });
  }
  return [...byQuote.values()];
}

/**
 * Stores one interview of a study in the caller's transaction: participant, transcript or highlights. What it
 * no longer says is removed; where nothing changed, nothing is written.
 */
export async function storeInterview(
  tx: Context,
  studyId: string,
  interview: PlannedInterview,
): Promise<void> {
  const { sourceItemId, person, email, capturedAt, transcript, interviewers } = interview;
  const participantId = await participantOf(tx, person, { studyId, email });
  const row = {
    sourceItemId,
    studyId,
    participantId,
    capturedAt: capturedAt.getTime(),
    transcript,
    interviewers,
  };
  await tx.db.rows(writeInterview, JSON.stringify(row));
  if (interview.highlights) {
    await addHighlights(tx, sourceItemId, distinct(interview.highlights));
  }
}
