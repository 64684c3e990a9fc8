import { invalidRequest, Refusal } from '../../../src/core/errors.js';
import { createWorkItem } from '../../../src/issues/push.js';
import { ownSentence } from '../blocks/text.js';
import { recommendationOf } from '../cards/recommendation-of.js';
import { carriedBy, OPEN_IT_AGAIN } from '../requests/carried.js';
import type { Action, Click } from '../requests/click.js';
import { showView } from '../requests/show-view.js';
import type { SubmissionHandler } from '../requests/submission.js';
import { type FormInput, formInput } from './form-input.js';
import { chooseTracker, gatherForm } from './gather-form.js';
import { issueForm } from './issue-form.js';
import { type DoneItem, doneText, doneView, failedView, workingView } from './work-views.js';

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
      ? { ...input, labels: undefined, assignee: undefined }
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
