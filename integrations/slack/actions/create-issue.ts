import { invalidRequest } from '../../../src/errors.js';
import { createWorkItem } from '../../../src/trackers/create-work-item.js';
import { escaped, label } from '../messages/text.js';
import { recommendationOf } from '../recommendation-of.js';
import type { Action } from './click.js';

/** Makes one issue, however often it is pressed; the card shows its link. */
export const createIssue: Action = async (click) => {
  const tracker = click.slack.trackers.get(click.detail);
  if (!tracker) throw invalidRequest('That tracker is not configured any more.');
  const recommendationId = await recommendationOf(click.ctx, click.subjectId);
  const issue = await createWorkItem(click.ctx, tracker, recommendationId);
  const name = escaped(label(issue.externalId, 80)).replaceAll('|', '¦');
  const link = `<${escaped(issue.url).replaceAll('|', '%7C')}|${name}>`;
  const made = issue.created
    ? `Created ${link} in ${tracker.name}.`
    : `${link} is there already in ${tracker.name}; no second one was made.`;
  const dropped = issue.dropped.map((what) => escaped(label(what, 200))).join('; ');
  await click.tell(dropped ? `${made} Left out by ${tracker.name}: ${dropped}.` : made);
};
