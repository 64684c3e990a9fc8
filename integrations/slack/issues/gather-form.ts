import { cardRecommendation } from '../../../db/queries/card-material.js';
import { invalidRequest } from '../../../src/core/errors.js';
import { readSettings } from '../../../src/core/team-settings.js';
import { fitTitle, priorityOf } from '../../../src/issues/issue-draft.js';
import { issuePacket } from '../../../src/issues/issue-packet.js';
import type { Tracker } from '../../../src/issues/tracker.js';
import { TrackerFailure } from '../../../src/issues/tracker-failure.js';
import { recommendationOf } from '../cards/recommendation-of.js';
import { linkedItems } from '../cards/work-items.js';
import type { Click } from '../requests/click.js';
import { modalMeta } from '../requests/modal-meta.js';
import type { FormInput } from './form-input.js';
import type { IssueForm } from './issue-form.js';

/** The requested tracker, else the team's preferred one, else the first. */
export async function chooseTracker(click: Click, provider: string | undefined): Promise<Tracker> {
  const { trackers } = click.slack;
  if (provider) {
    const asked = trackers.get(provider);
    if (!asked) throw invalidRequest('That tracker is no longer configured.');
    return asked;
  }
  const preferred = (await readSettings(click.ctx.db)).tracker;
  const tracker = trackers.get(preferred ?? '') ?? [...trackers.values()][0];
  if (!tracker) throw invalidRequest('No tracker is configured: link an issue by its URL.');
  return tracker;
}

/**
 * Loads everything the form shows: the choices, linked issues, similar issues and the issue's text. The user's
 * input is kept; the rest is filled in. If the tracker does not respond, the form is shorter.
 */
export async function gatherForm(
  click: Click,
  tracker: Tracker,
  input: FormInput,
  problem?: string,
): Promise<IssueForm> {
  const { ctx, slack } = click;
  const recommendationId = await recommendationOf(ctx, click.subjectId);
  const [packet, settings, card] = await Promise.all([
    issuePacket(ctx, recommendationId),
    readSettings(ctx.db),
    ctx.db.row(cardRecommendation, recommendationId),
  ]);
  const { recommendation, markdown } = packet;
  const { place } = input;
  const title = fitTitle(input.title ?? recommendation.title);
  const [choices, similar] = await Promise.all([
    orWhatIsKnown(tracker.choices(place), { places: [], labels: [], people: [] }),
    orWhatIsKnown(tracker.similar({ recommendationId, title, place }), []),
  ]);
  return {
    metadata: modalMeta(click, { tracker: tracker.provider }),
    trackers: [...slack.trackers.values()],
    tracker,
    choices: choices.known,
    place,
    title,
    labels: input.labels ?? settings.trackerDefaults.labels,
    assignee: input.assignee ?? settings.trackerDefaults.assignee,
    priority: input.priority ?? priorityOf(recommendation.actionItems),
    linked: linkedItems(card?.workItems ?? [], ctx.addressRules),
    similar: similar.known,
    markdown,
    problem: problem ?? choices.failure ?? similar.failure,
  };
}

async function orWhatIsKnown<T>(
  asked: Promise<T>,
  known: T,
): Promise<{ known: T; failure?: string }> {
  try {
    return { known: await asked };
  } catch (error) {
    if (!(error instanceof TrackerFailure)) throw error;
    return { known, failure: error.message };
  }
}
