import { invalidRequest } from '../../../src/errors.js';
import { recordOutcome } from '../../../src/recommendations/record-outcome.js';
import { reopen } from '../../../src/recommendations/reopen.js';
import { recommendationOf } from '../recommendation-of.js';
import { openLinkForm } from '../work-items/link-issue.js';
import type { Action } from './click.js';
import { askForNote } from './decide.js';
import { unlessTooLate } from './unless-too-late.js';

/** What its tracker calls completed has shipped. */
export const markAsShipped: Action = (click) =>
  unlessTooLate(click, async () => {
    const recommendationId = await recommendationOf(click.ctx, click.subjectId);
    await recordOutcome(click.ctx, recommendationId, { outcome: 'shipped' });
  });

/** The menu of a recommendation: a decision with a note, an issue there is, what came of it, or back to open. */
export const recordMore: Action = async (click) => {
  if (click.choice === 'accept-with-note') return askForNote('accepted')(click);
  if (click.choice === 'link-issue') return openLinkForm(click);
  return unlessTooLate(click, async () => {
    const recommendationId = await recommendationOf(click.ctx, click.subjectId);
    switch (click.choice) {
      case 'reopen':
        return reopen(click.ctx, recommendationId, {});
      case 'shipped':
      case 'validated':
      case 'stale':
        return recordOutcome(click.ctx, recommendationId, { outcome: click.choice });
      default:
        throw invalidRequest('Choose one of the outcomes in the menu.');
    }
  });
};
