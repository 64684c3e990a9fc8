import { cardHistory, cardRecommendation } from '../../../db/queries/card-material.js';
import { readRecommendation } from '../../../src/beliefs/recommendations/list-recommendations.js';
import { inTransaction } from '../../../src/core/context.js';
import { invalidRequest, Refusal } from '../../../src/core/errors.js';
import { readSettings } from '../../../src/core/team-settings.js';
import { autoPush } from '../../../src/issues/auto-push.js';
import { agentsOf } from '../../../src/issues/hand-over.js';
import { fitTitle, priorityOf } from '../../../src/issues/issue.js';
import { issuePacket } from '../../../src/issues/issue-packet.js';
import { createWorkItem } from '../../../src/issues/push.js';
import type { Tracker } from '../../../src/issues/tracker.js';
import { TrackerFailure } from '../../../src/issues/tracker-failure.js';
import { historyLine } from '../blocks/history-line.js';
import { ownSentence } from '../blocks/text.js';
import { recommendationOf } from '../cards/decide.js';
import { linkedItems } from '../cards/status.js';
import type { Action, Click, SubmissionHandler } from '../requests/handlers.js';
import { carriedBy, modalMeta, OPEN_IT_AGAIN, showView } from '../requests/modals.js';
import { type FormInput, formInput, type IssueForm, issueForm } from './issue-form.js';
import { type DoneItem, doneText, doneView, failedView, workingView } from './work-views.js';

/** The requested tracker, else the team's preferred one, else the first. */
async function chooseTracker(click: Click, provider: string | undefined): Promise<Tracker> {
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
async function gatherForm(
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
  const [choices, similar, agents] = await Promise.all([
    orWhatIsKnown(tracker.choices(place), { places: [], labels: [], people: [] }),
    orWhatIsKnown(tracker.similar({ recommendationId, title, place }), []),
    agentsOf(tracker, { place }),
  ]);
  return {
    metadata: modalMeta(click, { tracker: tracker.provider }),
    trackers: [...slack.trackers.values()],
    tracker,
    choices: choices.known,
    agents,
    handTo: input.handTo,
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

/** Opens at once, and fills in the form when the tracker has responded. */
export const openIssueForm: Action = async (click) => {
  const tracker = await chooseTracker(click, click.detail);
  const opened = await click.slack.client.views.open({
    trigger_id: click.triggerId,
    view: workingView(`Looking into ${tracker.name}…`),
  });
  const form = await gatherForm(click, tracker, {});
  await showView(click, opened.view?.id ?? '', issueForm(form));
};

/** Redraws the form, with its input, after the user chose another tracker or place. */
export const redrawIssueForm: Action = async (click) => {
  if (!click.view) return;
  const { click: opener, input } = inForm(click, click.view);
  const before = carriedBy(click.view.metadata)?.tracker;
  const tracker = await chooseTracker(click, input.tracker ?? before);
  const elsewhere: FormInput =
    tracker.provider === before
      ? { ...input, labels: undefined, assignee: undefined, handTo: undefined }
      : { title: input.title };
  const form = await gatherForm(opener, tracker, elsewhere);
  await showView(click, click.view.id, issueForm(form));
};

/** Creates the issue, once for any number of requests; an error is shown in the form. */
export const submitIssueForm: SubmissionHandler = {
  check: ({ title }): Record<string, string> =>
    title?.trim() ? {} : { title: 'Give the issue a title.' },
  waiting: () => workingView('Creating the issue…'),
  failed: failedView,
  async run(click, _entered, meta) {
    const { view } = click;
    if (!view) return;
    const input = formInput(view.state);
    const tracker = await chooseTracker(click, input.tracker ?? meta.tracker);
    const { tracker: _, ...request } = input;
    try {
      const recommendationId = await recommendationOf(click.ctx, click.subjectId);
      const issue = await createWorkItem(click.ctx, tracker, recommendationId, {
        ...request,
        labels: request.labels ?? [],
      });
      const done: DoneItem = {
        url: issue.url,
        name: issue.externalId,
        said: issue.created
          ? `Created in ${tracker.name}:`
          : `This issue already exists in ${tracker.name}:`,
        dropped: issue.dropped,
        ...(request.handTo && { next: 'The card shows what becomes of the handover.' }),
      };
      await showView(click, view.id, doneView(done), doneText(done));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const form = await gatherForm(click, tracker, input, error.message);
      await showView(click, view.id, issueForm(form), ownSentence(error.message, 1_500));
    }
  },
};

/** Treats a click in the form as a click on its card. */
export function inForm(
  click: Click,
  { metadata, state }: NonNullable<Click['view']>,
): { click: Click; input: FormInput } {
  const carried = carriedBy(metadata);
  if (!carried) throw invalidRequest(OPEN_IT_AGAIN);
  const { subjectId, responseUrl } = carried;
  return {
    click: { ...click, subjectId, ...(responseUrl ? { responseUrl } : {}) },
    input: formInput(state),
  };
}

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
