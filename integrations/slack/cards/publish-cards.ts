import { pendingMessages } from '../../../db/queries/slack-messages.js';
import { cardsChanged, PUBLISH_CARDS } from '../../../src/core/outbox.js';
import type { JobHandler } from '../../../src/jobs/index.js';
import { askToDrawHomes } from '../delivery/request-home-redraw.js';
import { askToPost } from './post-cards.js';

/** Rechecks every posted card and posts new ones; runs after an import, and daily because displayed ages change. */
export const publishCards = (): JobHandler => ({
  kind: PUBLISH_CARDS,
  async run(ctx) {
    await cardsChanged(ctx, await ctx.db.rows(pendingMessages));
    await askToPost(ctx);
    await askToDrawHomes(ctx);
  },
});
