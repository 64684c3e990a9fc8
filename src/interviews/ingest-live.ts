import { randomUUID } from 'node:crypto';
import type { Turn } from '../../db/entities/source-item.js';
import type { Context } from '../core/context.js';
import { MAX_LIVE_TURN } from '../core/decisions.js';
import { invalidRequest } from '../core/errors.js';
import { labelsOf } from './formats/label.js';
import { type IngestedPiece, ingestPiece, type Piece } from './ingest-piece.js';
import { openStudyNamed } from './open-study.js';

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
  /** The reason why there is nothing to analyse, in a sentence: no speaker has the participant's name. */
  failure?: string;
}

export interface LiveOptions {
  study: string;
  /** The speaker who is the participant. */
  participant: string;
  onPiece(piece: IngestedPiece): void;
}

/**
 * Ingests an interview in progress, one line per turn; each is stored and analysed before the next is read. The
 * end of the lines ends the interview. Throws `invalid_request` if no participant is named or a line is too
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
    // The turns received so far make the interview; no more will come.
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
