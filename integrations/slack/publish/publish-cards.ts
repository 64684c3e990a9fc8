import { pendingMessages } from '../../../db/queries/slack-messages.js';
import type { JobHandler } from '../../../src/jobs/index.js';
import { cardsChanged, PUBLISH_CARDS } from '../../../src/outbox.js';
import { askToDrawHomes } from './ask-to-draw-homes.js';
import { askToPost } from './post-cards.js';

/** After an import, and once a day for words that age: looks at every card that stands, and posts what is new. */
export const publishCards = (): JobHandler => ({
  kind: PUBLISH_CARDS,
  async run(ctx) {
    await cardsChanged(ctx, await ctx.db.rows(pendingMessages));
    await askToPost(ctx);
    await askToDrawHomes(ctx);
  },
});
