import { invalidRequest } from '../../../src/errors.js';
import { readSettings } from '../../../src/settings/team-settings.js';
import { fitTitle, priorityOf } from '../../../src/trackers/issue-draft.js';
import { issuePacket } from '../../../src/trackers/issue-packet.js';
import type { Tracker } from '../../../src/trackers/tracker.js';
import { TrackerFailure } from '../../../src/trackers/tracker-failure.js';
import type { Click } from '../actions/click.js';
import { recommendationOf } from '../recommendation-of.js';
import { modalMeta } from '../requests/modal-meta.js';
import type { FormInput } from './form-input.js';
import type { IssueForm } from './issue-form.js';

/** The tracker that is asked for, else the team's own, else the first there is. */
export async function chooseTracker(click: Click, provider: string | undefined): Promise<Tracker> {
  const { trackers } = click.slack;
  if (provider) {
    const asked = trackers.get(provider);
    if (!asked) throw invalidRequest('That tracker is not configured any more.');
    return asked;
  }
  const preferred = (await readSettings(click.ctx.db)).tracker;
  const tracker = trackers.get(preferred ?? '') ?? [...trackers.values()][0];
  if (!tracker) throw invalidRequest('No tracker is configured: link an issue by its address.');
  return tracker;
}

/**
 * Everything that the form shows: what can be chosen, what is there already, what the issue will say. What the
 * person has entered stands; the rest is filled in. A tracker that does not answer leaves the form smaller.
 */
export async function gatherForm(
  click: Click,
  tracker: Tracker,
  input: FormInput,
  problem?: string,
): Promise<IssueForm> {
  const { ctx, slack } = click;
  const recommendationId = await recommendationOf(ctx, click.subjectId);
  const [packet, settings] = await Promise.all([
    issuePacket(ctx, recommendationId),
    readSettings(ctx.db),
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
