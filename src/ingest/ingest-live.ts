import { randomUUID } from 'node:crypto';
import type { Turn } from '../../db/entities/source-item.js';
import type { Context } from '../context.js';
import { invalidRequest } from '../errors.js';
import { labelsOf } from './formats/label.js';
import { type IngestedPiece, ingestPiece } from './ingest-piece.js';
import { openStudyNamed } from './open-study.js';

/** `Name: what is said`, with a time before it or not; a line without a name goes on with who spoke last. */
function turnOf(line: string, last: string | undefined): Turn {
  const label = labelsOf(line).find(({ form, rest }) => form === 'inline' && rest !== '');
  if (label) {
    const { name, rest, atSecs } = label;
    return { speaker: name, text: rest, ...(atSecs !== undefined && { atSecs }) };
  }
  if (last === undefined) {
    const got = JSON.stringify(line.slice(0, 80));
    throw invalidRequest(`line 1: expected "Name: what is said", got ${got}.`);
  }
  return { speaker: last, text: line.trim() };
}

export interface LiveReport {
  studyId: string;
  sourceItemId: string;
  turns: number;
  /** Cards that were raised while it went on. */
  liveCallIds: string[];
}

export interface LiveOptions {
  study: string;
  /** Who of the speakers is interviewed. */
  participant: string;
  onPiece(piece: IngestedPiece): void;
}

/**
 * Ingests an interview as it goes on, one line a turn, each stored and looked at before the next is read; at the
 * end of the lines the interview is over. Throws `invalid_request` where nobody is named.
 */
export async function ingestLive(
  ctx: Context,
  lines: AsyncIterable<string>,
  { study, participant, onPiece }: LiveOptions,
): Promise<LiveReport> {
  const { studyId } = await openStudyNamed(ctx, study);
  const sourceItemRef = randomUUID();
  const about = { studyId, sourceItemRef, participant };
  const liveCallIds: string[] = [];
  let turns = 0;
  let last: string | undefined;
  for await (const line of lines) {
    if (line.trim() === '') continue;
    const turn = turnOf(line, last);
    last = turn.speaker;
    const now = { ...ctx, now: new Date() };
    const piece = await ingestPiece(now, { ...about, turns: [turn], turnsBefore: turns++ });
    liveCallIds.push(...piece.liveCallIds);
    onPiece(piece);
  }
  if (turns === 0)
    throw invalidRequest('Nobody said anything: expected lines of "Name: what is said".');
  const { sourceItemId } = await ingestPiece(ctx, {
    ...about,
    turns: [],
    turnsBefore: turns,
    last: true,
  });
  return { studyId, sourceItemId, turns, liveCallIds };
}
