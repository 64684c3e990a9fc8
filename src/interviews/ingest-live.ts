import { randomUUID } from 'node:crypto';
import { SourceItem, type Turn } from '../../db/entities/source-item.js';
import { Study } from '../../db/entities/study.js';
import { lockTeam } from '../../db/queries/teams.js';
import { analyzeSourceItem } from '../analysis/analyze-source-item.js';
import { refreshFactsOf } from '../beliefs/signals/refresh-facts.js';
import { type Context, inTransaction } from '../core/context.js';
import { invalidRequest, invalidTransition, notFound } from '../core/errors.js';
import { MAX_LIVE_TURN } from '../core/numbers.js';
import { raiseLiveCalls } from '../engine/settle-scope.js';
import { finishIngest } from './finish-ingest.js';
import { labelsOf } from './formats/label.js';
import { contentId, openStudyNamed } from './open-study.js';
import { participantOf, personOf } from './participants/person.js';
import { appendTurns } from './queries/write-interviews.js';

interface Piece {
  studyId: string;
  /** The caller's own id for the interview, the same for all its pieces. */
  sourceItemRef: string;
  /** The participant's name in the turns; every other speaker is an interviewer. */
  participant: string;
  turns: readonly Turn[];
  /** Number of turns before these, so that a piece sent twice is stored only once. */
  turnsBefore?: number;
  /** True if the talk is over: the whole interview is analyzed, and themes and signals are created. */
  last?: boolean;
}

interface IngestedPiece {
  sourceItemId: string;
  /** Cards opened for these turns. */
  liveCallIds: string[];
  /** Set after the last piece if the talk could not be analyzed: the reason, in one sentence. */
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
  const added = await tx.db.row(appendTurns, {
    sourceItemId,
    studyId,
    participantId,
    now: tx.now,
    interviewers: others,
    transcript: JSON.stringify(turns),
    turnsBefore: turnsBefore ?? null,
  });
  if (!added) await refuseUnlessKnown(tx, piece, sourceItemId);
  await refreshFactsOf(tx, { sourceItemIds: [sourceItemId], studyIds: [studyId] });
}

/** Accepts a piece that was already stored; refuses one that leaves a gap or comes after the end. */
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
      `Expected turn ${length + 1} after turn ${length}, got turn ${turnsBefore + 1}.`,
    );
  }
}

/**
 * Adds turns to an interview in progress and opens live calls for them immediately. Throws `not_found` for the
 * study, and `invalid_transition` if the interview is over or the piece does not follow the previous one.
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

/**
 * Parses `Name: speech`, with or without a time before it; a line without a name continues the previous
 * speaker's turn.
 */
async function* turnsOf(lines: AsyncIterable<string>): AsyncGenerator<Turn> {
  let last: string | undefined;
  let number = 0;
  for await (const raw of lines) {
    number++;
    // Postgres cannot store NUL, and it has no meaning in text.
    const line = raw.replaceAll('\0', '').trim();
    if (line === '') continue;
    if (line.length > MAX_LIVE_TURN) {
      const most = MAX_LIVE_TURN.toLocaleString('en');
      throw invalidRequest(`line ${number}: expected at most ${most} characters.`);
    }
    const label = labelsOf(line).find(({ form, rest }) => form === 'inline' && rest !== '');
    last = label?.name ?? last;
    if (last === undefined) {
      const got = JSON.stringify(line.slice(0, 80));
      throw invalidRequest(`line ${number}: expected "Name: what is said", got ${got}.`);
    }
    const { atSecs } = label ?? {};
    yield { speaker: last, text: label?.rest ?? line, ...(atSecs !== undefined && { atSecs }) };
  }
}

export interface LiveReport {
  studyId: string;
  sourceItemId: string;
  turns: number;
  /** Cards opened while the interview was in progress. */
  liveCallIds: string[];
  /** The reason why there is nothing to analyze, in one sentence: no speaker has the participant's name. */
  failure?: string;
}

interface LiveOptions {
  study: string;
  /** The name of the speaker who is the participant. */
  participant: string;
  onPiece(piece: IngestedPiece): void;
}

/**
 * Ingests an interview in progress, one line per turn. Each turn is stored and analyzed before the next is read.
 * The end of the input ends the interview. Throws `invalid_request` if no participant is named or a line is too
 * long.
 */
export async function ingestLive(
  ctx: Context,
  lines: AsyncIterable<string>,
  { study, participant, onPiece }: LiveOptions,
): Promise<LiveReport> {
  const sourceItemRef = randomUUID();
  const liveCallIds: string[] = [];
  let studyId: string | undefined;
  let turns = 0;
  const add = async (added: Turn[], more: Pick<Piece, 'last'> = {}) => {
    studyId ??= (await openStudyNamed(ctx, study)).studyId;
    const about = { studyId, sourceItemRef, participant, turnsBefore: turns };
    turns += added.length;
    return ingestPiece({ ...ctx, now: new Date() }, { ...about, turns: added, ...more });
  };
  try {
    for await (const turn of turnsOf(lines)) {
      const piece = await add([turn]);
      liveCallIds.push(...piece.liveCallIds);
      onPiece(piece);
    }
  } catch (error) {
    // The turns received so far are the interview; no more will come.
    if (turns > 0) await add([], { last: true });
    throw error;
  }
  if (turns === 0) throw invalidRequest('There are no turns: expected lines of "Name: text".');
  const { sourceItemId, failure } = await add([], { last: true });
  return {
    studyId: studyId as string,
    sourceItemId,
    turns,
    liveCallIds,
    ...(failure && { failure }),
  };
}
