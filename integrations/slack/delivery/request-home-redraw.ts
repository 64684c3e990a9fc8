import { enqueue } from '../../../db/queries/enqueue.js';
import type { Context } from '../../../src/core/context.js';

export const DRAW_HOMES = 'slack-draw-homes';

/** Requests a redraw of every App Home that may be open. A flood of changes causes one redraw per second. */
export const askToDrawHomes = (ctx: Pick<Context, 'db'>, runAt?: Date): Promise<void> =>
  enqueue(ctx.db, { kind: DRAW_HOMES, key: DRAW_HOMES, ...(runAt ? { runAt } : {}) });
