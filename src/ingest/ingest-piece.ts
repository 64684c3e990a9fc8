import { SourceItem, type Turn } from '../../db/entities/source-item.js';
import { Study } from '../../db/entities/study.js';
import { appendTurns } from '../../db/queries/ingest/write-interviews.js';
import { lockTeam } from '../../db/queries/teams.js';
import { analyzeSourceItem } from '../analysis/analyze-source-item.js';
import { type Context, inTransaction } from '../context.js';
import { raiseLiveCalls } from '../engine/raise-live-calls.js';
import { invalidTransition, notFound } from '../errors.js';
import { refreshFactsOf } from '../signals/refresh-facts.js';
import { contentId } from './content-id.js';
import { finishIngest } from './finish-ingest.js';
import { participantOf } from './people/participant-of.js';
import { personOf } from './people/person.js';

export interface Piece {
  studyId: string;
  /** The caller's own name for the interview: its pieces have the same. */
  sourceItemRef: string;
  /** As the turns call them; every other speaker interviews. */
  participant: string;
  turns: readonly Turn[];
  /** How many turns came before these: a piece that is sent again then changes nothing. */
  turnsBefore?: number;
  /** The talk is over: it is analysed whole, and themes and signals follow. */
  last?: boolean;
}

export interface IngestedPiece {
  sourceItemId: string;
  /** Cards that these turns raised. */
  liveCallIds: string[];
  /** After the last piece: why nothing could be read from the talk, in a sentence. */
  failure?: string;
}

async function append(tx: Context, piece: Piece, sourceItemId: string): Promise<void> {
  const { studyId, sourceItemRef, participant, turns, turnsBefore } = piece;
  await tx.db.row(lockTeam);
  if (!(await tx.db.findOne(Study, { studyId }))) throw notFound('study', studyId);
  const person = personOf(participant, {
    studyId,
    fileId: sourceItemId,
    fallback: sourceItemRef,
    alone: true,
  });
  const participantId = await participantOf(tx, person, { studyId, email: undefined });
  const others = [...new Set(turns.map(({ speaker }) => speaker))].filter(
    (one) => one !== participant,
  );
  const added = await tx.db.row(
    appendTurns,
    sourceItemId,
    studyId,
    participantId,
    tx.now,
    others,
    JSON.stringify(turns),
    turnsBefore ?? null,
  );
  if (!added) await refuseUnlessKnown(tx, piece, sourceItemId);
  await refreshFactsOf(tx, { sourceItemIds: [sourceItemId], studyIds: [studyId] });
}

/** A piece that was there before is passed over; one that leaves a gap, or comes after the end, is refused. */
async function refuseUnlessKnown(
  tx: Context,
  { turnsBefore = 0, turns }: Piece,
  sourceItemId: string,
) {
  const item = await tx.db.lock(SourceItem, { sourceItemId });
  if (item && item.status !== 'in_progress') {
    throw invalidTransition('This interview is over: nothing can be added to it.');
  }
  const [held] = await tx.db.find(SourceItem, { sourceItemId }, { select: { transcript: true } });
  const length = held?.transcript?.length ?? 0;
  if (turnsBefore + turns.length > length) {
    throw invalidTransition(
      `After turn ${length} of this interview comes turn ${length + 1}, not turn ${turnsBefore + 1}.`,
    );
  }
}

/**
 * Adds turns to an interview that goes on, and raises live calls for what they say at once. Throws `not_found`
 * for the study, and `invalid_transition` for an interview that is over or a piece that does not follow.
 */
export async function ingestPiece(ctx: Context, piece: Piece): Promise<IngestedPiece> {
  const sourceItemId = contentId('si', 'live', piece.studyId, piece.sourceItemRef);
  await inTransaction(ctx, (tx) => append(tx, piece, sourceItemId));
  await analyzeSourceItem(ctx, sourceItemId, { inProgress: true });
  const liveCallIds = await inTransaction(ctx, (tx) => raiseLiveCalls(tx, { sourceItemId }));
  if (piece.last) {
    await ctx.db.update(
      SourceItem,
      { sourceItemId, status: 'in_progress' },
      { status: 'processing' },
    );
    const { failure } = await analyzeSourceItem(ctx, sourceItemId);
    await finishIngest(ctx, [piece.studyId]);
    return { sourceItemId, liveCallIds, ...(failure && { failure }) };
  }
  return { sourceItemId, liveCallIds };
}
