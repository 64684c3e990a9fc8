import { cardHistory } from '../../../db/queries/card-material.js';
import { inTransaction } from '../../../src/context.js';
import { readRecommendation } from '../../../src/recommendations/read-recommendation.js';
import { autoPush } from '../../../src/trackers/auto-push.js';
import type { Action } from '../actions/click.js';
import { historyLine } from '../messages/history-line.js';
import { doneText } from './work-views.js';

/**
 * A push that had been given up is asked for again; what becomes of it is told in the same thread. Where an issue
 * would not be made any more, the person hears why at once.
 */
export const retryPush: Action = async ({ slack, ctx, subjectId, detail, tell }) => {
  const { state, workItemLinks } = await readRecommendation(ctx, subjectId);
  if (state !== 'accepted') {
    const [last] = await ctx.db.rows(cardHistory, null, subjectId, 1);
    const how = last ? ` ${historyLine(last)}` : '';
    return tell(`This recommendation is ${state} by now, so no issue is made.${how}`);
  }
  const tracker = slack.trackers.get(detail);
  const linked = workItemLinks.find(({ url }) => tracker?.parse(url));
  if (tracker && linked) {
    const said = `No second one is made: ${tracker.name} has it already:`;
    return tell(doneText({ url: linked.url, name: linked.title ?? linked.url, said }));
  }
  await inTransaction(ctx, (tx) => autoPush(tx, subjectId, detail));
  await tell('Trying again: this thread says what comes of it.');
};
