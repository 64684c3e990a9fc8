import { cardHistory } from '../../../db/queries/card-material.js';
import { readRecommendation } from '../../../src/beliefs/recommendations/read-recommendation.js';
import { inTransaction } from '../../../src/core/context.js';
import { autoPush } from '../../../src/issues/auto-push.js';
import { historyLine } from '../blocks/history-line.js';
import type { Action } from '../requests/click.js';
import { doneText } from './work-views.js';

/**
 * Retries a push that was given up; the result is posted to the same thread. If the issue would not be created any
 * more, the user is told why at once.
 */
export const retryPush: Action = async ({ slack, ctx, subjectId, detail, tell }) => {
  const { state, workItemLinks } = await readRecommendation(ctx, subjectId);
  if (state !== 'accepted') {
    const [last] = await ctx.db.rows(cardHistory, null, subjectId, 1);
    const how = last ? ` ${historyLine(last)}` : '';
    return tell(`This recommendation is ${state} by now, so no issue will be created.${how}`);
  }
  const tracker = slack.trackers.get(detail);
  const linked = workItemLinks.find(({ url }) => tracker?.parse(url));
  if (tracker && linked) {
    const said = `This issue already exists in ${tracker.name}:`;
    return tell(doneText({ url: linked.url, name: linked.title ?? linked.url, said }));
  }
  await inTransaction(ctx, (tx) => autoPush(tx, subjectId, detail));
  await tell('Trying again. The result will be posted in this thread.');
};
