import { enqueue } from '../../../db/queries/enqueue.js';
import type { Context } from '../../../src/context.js';

export const DRAW_HOMES = 'slack-draw-homes';

/** Every App Home that may be on a screen is drawn anew; a flood of changes folds into one drawing a second. */
export const askToDrawHomes = (ctx: Pick<Context, 'db'>, runAt?: Date): Promise<void> =>
  enqueue(ctx.db, { kind: DRAW_HOMES, key: DRAW_HOMES, ...(runAt ? { runAt } : {}) });
