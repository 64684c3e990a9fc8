import { createHash } from 'node:crypto';
import * as z from 'zod';
import type { QueuePosition } from '../../db/queries/action-cards.js';
import type { TimePosition } from '../../db/queries/keyset.js';
import type { Context } from '../core/context.js';
import { invalidRequest } from '../core/errors.js';

const SEAL_BYTES = 12;

/** Range that both a Date and a `timestamptz` can hold, in epoch milliseconds. */
const Instant = z.int().min(-2e14).max(8.64e15);
const TimeTuple = z.tuple([Instant, z.string()]);
const QueueTuple = z.tuple([z.int32(), z.number(), Instant, z.string()]);

/** The list that a cursor belongs to, and the filters that it was read with. */
interface CursorScope {
  list: string;
  filter?: object;
}

/** Encodes a position as an opaque string. Only the same list of the same team with the same filter accepts it. */
function seal(ctx: Context, scope: CursorScope, position: readonly unknown[]): string {
  const payload = Buffer.from(JSON.stringify(position));
  return Buffer.concat([stamp(ctx, scope, payload), payload]).toString('base64url');
}

function open<T>(ctx: Context, scope: CursorScope, cursor: string, position: z.ZodType<T>): T {
  const bytes = Buffer.from(cursor, 'base64url');
  const payload = bytes.subarray(SEAL_BYTES);
  const genuine =
    bytes.toString('base64url') === cursor &&
    bytes.subarray(0, SEAL_BYTES).equals(stamp(ctx, scope, payload));
  const found = genuine ? position.safeParse(JSON.parse(payload.toString())) : undefined;
  if (!found?.success) {
    throw invalidRequest(
      'cursor must be the cursor of the previous page of the same list, read with the same filters.',
    );
  }
  return found.data;
}

/**
 * Binds the cursor to its scope. It encrypts nothing: a position contains only data that the client has just
 * received.
 */
const stamp = (ctx: Context, { list, filter = {} }: CursorScope, payload: Buffer): Buffer => {
  const given = Object.entries(filter).filter(([, value]) => value !== undefined);
  return createHash('sha256')
    .update(JSON.stringify([ctx.db.teamId, list, given.sort()]))
    .update(payload)
    .digest()
    .subarray(0, SEAL_BYTES);
};

export const timeCursor = {
  write: (ctx: Context, scope: CursorScope, next: TimePosition | null): string | null =>
    next && seal(ctx, scope, [next.at.getTime(), next.id]),
  /** Throws `invalid_request` for a cursor of another list, team or filter. */
  read(ctx: Context, scope: CursorScope, cursor: string | undefined): TimePosition | undefined {
    if (cursor === undefined) return undefined;
    const [at, id] = open(ctx, scope, cursor, TimeTuple);
    return { at: new Date(at), id };
  },
};

export const queueCursor = {
  write: (ctx: Context, scope: CursorScope, next: QueuePosition | null): string | null =>
    next &&
    seal(ctx, scope, [next.priority, next.urgency, next.createdAt.getTime(), next.actionCardId]),
  /** Throws `invalid_request` for a cursor of another list, team or filter. */
  read(ctx: Context, scope: CursorScope, cursor: string | undefined): QueuePosition | undefined {
    if (cursor === undefined) return undefined;
    const [priority, urgency, createdAt, actionCardId] = open(ctx, scope, cursor, QueueTuple);
    return { priority, urgency, createdAt: new Date(createdAt), actionCardId };
  },
};
