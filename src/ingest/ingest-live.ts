import { randomUUID } from 'node:crypto';
import type { Turn } from '../../db/entities/source-item.js';
import type { Context } from '../context.js';
import { MAX_LIVE_TURN } from '../decisions.js';
import { invalidRequest } from '../errors.js';
import { labelsOf } from './formats/label.js';
import { type IngestedPiece, ingestPiece, type Piece } from './ingest-piece.js';
import { openStudyNamed } from './open-study.js';

/** `Name: what is said`, with a time before it or not; a line without a name goes on with who spoke last. */
async function* turnsOf(lines: AsyncIterable<string>): AsyncGenerator<Turn> {
  let last: string | undefined;
  let number = 0;
  for await (const raw of lines) {
    number++;
    // Postgres stores no NUL, and none has a meaning in a text.
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
  /** Cards that were raised while it went on. */
  liveCallIds: string[];
  /** Why there is nothing to learn from it, in a sentence: nobody of the participant's name spoke. */
  failure?: string;
}

export interface LiveOptions {
  study: string;
  /** Who of the speakers is interviewed. */
  participant: string;
  onPiece(piece: IngestedPiece): void;
}

/**
 * Ingests an interview as it goes on, one line a turn, each stored and looked at before the next is read; at the
 * end of the lines the interview is over. Throws `invalid_request` where nobody is named or a line is too long.
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
    // What was said until then is an interview, and nothing more will come.
    if (turns > 0) await add([], { last: true });
    throw error;
  }
  if (turns === 0)
    throw invalidRequest('Nobody said anything: expected lines of "Name: what is said".');
  const { sourceItemId, failure } = await add([], { last: true });
  return {
    studyId: studyId as string,
    sourceItemId,
    turns,
    liveCallIds,
    ...(failure && { failure }),
  };
}
