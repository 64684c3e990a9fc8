import { cardHistory } from '../../../db/queries/card-material.js';
import { readRecommendation } from '../../../src/beliefs/recommendations/list-recommendations.js';
import { inTransaction } from '../../../src/core/context.js';
import { invalidRequest, Refusal } from '../../../src/core/errors.js';
import { readSettings } from '../../../src/core/team-settings.js';
import { autoPush } from '../../../src/issues/auto-push.js';
import { agentsOf } from '../../../src/issues/hand-over.js';
import { fitTitle } from '../../../src/issues/issue.js';
import type { Choice, IssueChoices, Tracker } from '../../../src/issues/tracker.js';
import { TrackerFailure } from '../../../src/issues/tracker-failure.js';
import { historyLine } from '../blocks/history-line.js';
import { ownSentence } from '../blocks/text.js';
import { tellPerson } from '../requests/acting-user.js';
import type { Action, Click, SubmissionHandler } from '../requests/handlers.js';
import { carriedBy, modalMeta, OPEN_IT_AGAIN, showView } from '../requests/modals.js';
import type { ModalMeta } from '../requests/payloads.js';
import { type IssueForm, issueForm } from './issue-form.js';
import { type FormInput, formInput } from './issue-form-input.js';
import { createFrom, type MadeIssue, readSubject } from './issue-subject.js';
import { type DoneItem, doneText, doneView, failedView, workingView } from './work-views.js';

/** The requested tracker, or else the team's preferred one, or else the first. */
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
 * Loads everything that the form shows: the choices, linked issues, similar issues and the issue's text. The user's
 * input is kept; the rest is filled in. If the tracker does not respond, the form is shorter.
 */
async function gatherForm(
  click: Click,
  tracker: Tracker,
  input: FormInput,
  meta: Pick<ModalMeta, 'copy'>,
  problem?: string,
): Promise<IssueForm> {
  const { ctx, slack } = click;
  const [subject, { trackerDefaults }] = await Promise.all([
    readSubject(click, tracker, input, meta),
    readSettings(ctx.db),
  ]);
  const { message, markdown, linked, similarTo } = subject;
  const named = new Set(subject.linkedUrls.map((url) => tracker.parse(url)));
  const { place } = input;
  const title = fitTitle(input.title ?? subject.title);
  const [choices, similar, agents, ourselves] = await Promise.all([
    orWhatIsKnown(tracker.choices(place), { places: [], labels: [], people: [] }),
    orWhatIsKnown(tracker.similar({ ...similarTo, title, place }), []),
    message ? undefined : agentsOf(tracker, { place }),
    message && personInTracker(click, tracker, place),
  ]);
  return {
    metadata: modalMeta(click, { tracker: tracker.provider, copy: message?.copy }),
    trackers: [...slack.trackers.values()],
    tracker,
    choices: ourselves ? withPerson(choices.known, ourselves) : choices.known,
    agents,
    handTo: input.handTo,
    place,
    title,
    labels: input.labels ?? trackerDefaults.labels,
    assignee: input.assignee ?? ourselves?.id ?? trackerDefaults.assignee,
    priority: input.priority ?? subject.priority,
    message,
    linked,
    similar: similar.known.filter(({ externalId }) => !named.has(externalId)),
    markdown,
    problem: problem ?? choices.failure ?? similar.failure,
  };
}

const withPerson = (choices: IssueChoices, person: Choice): IssueChoices =>
  choices.people.some(({ id }) => id === person.id)
    ? choices
    : { ...choices, people: [person, ...choices.people] };

export async function fillForm(
  click: Click,
  viewId: string,
  tracker: Tracker,
  input: FormInput,
  meta: Pick<ModalMeta, 'copy'>,
): Promise<void> {
  await showView(click, viewId, issueForm(await gatherForm(click, tracker, input, meta)));
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

/** Opens the form at once, and fills it when the tracker has responded. */
export const openIssueForm: Action = async (click) => {
  const tracker = await chooseTracker(click, click.detail);
  const opened = await click.slack.client.views.open({
    trigger_id: click.triggerId,
    view: workingView(`Looking into ${tracker.name}…`),
  });
  await fillForm(click, opened.view?.id ?? '', tracker, {}, {});
};

/** Redraws the form, with its input, after the user chose another tracker or place. */
export const redrawIssueForm: Action = async (click) => {
  if (!click.view) return;
  const { click: opener, input, meta } = inForm(click, click.view);
  const tracker = await chooseTracker(click, input.tracker ?? meta.tracker);
  const elsewhere: FormInput =
    tracker.provider === meta.tracker
      ? { ...input, labels: undefined, assignee: undefined, handTo: undefined }
      : { title: input.title, belief: input.belief };
  await fillForm(opener, click.view.id, tracker, elsewhere, meta);
};

/** Redraws the text of the issue after the user chose another belief. */
export const chooseBelief: Action = async (click) => {
  if (!click.view) return;
  const { click: opener, input, meta } = inForm(click, click.view);
  const tracker = await chooseTracker(click, input.tracker ?? meta.tracker);
  const kept = { ...input, labels: input.labels ?? [], assignee: input.assignee ?? '' };
  await fillForm(opener, click.view.id, tracker, kept, meta);
};

/** Creates the issue, once for any number of requests. An error is shown in the form. */
export const submitIssueForm: SubmissionHandler = {
  check: ({ title }): Record<string, string> =>
    title?.trim() ? {} : { title: 'Give the issue a title.' },
  waiting: () => workingView('Creating the issue…'),
  failed: failedView,
  async run(click, _entered, meta) {
    const { view } = click;
    if (!view) return;
    const { click: opener, input } = inForm(click, view);
    const tracker = await chooseTracker(click, input.tracker ?? meta.tracker);
    try {
      const issue = await createFrom(opener, tracker, input, meta);
      const done: DoneItem = {
        url: issue.url,
        name: issue.externalId,
        said: issue.created
          ? `Created in ${tracker.name}:`
          : `This issue already exists in ${tracker.name}:`,
        dropped: issue.dropped,
        ...(issue.next && { next: issue.next }),
      };
      if (!issue.saidIn) return await showView(opener, view.id, doneView(done), doneText(done));
      await showView(opener, view.id, doneView(done));
      await tellBesideMessage(opener, issue.saidIn, doneText(done));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const form = await gatherForm(opener, tracker, input, meta, error.message);
      await showView(opener, view.id, issueForm(form), ownSentence(error.message, 1_500));
    }
  },
};

/** Also reports the issue where the message is, since the window will be closed. The issue already exists. */
async function tellBesideMessage(
  { slack, person, responseUrl }: Click,
  place: NonNullable<MadeIssue['saidIn']>,
  text: string,
): Promise<void> {
  try {
    await tellPerson(slack, { userId: person.userId, responseUrl, ...place }, text);
  } catch (error) {
    slack.log.warn({ err: error }, 'could not tell a Slack user of the issue they made');
  }
}

/** The tracker's user with the same email address as the user who fills in the form, if both systems reveal it. */
async function personInTracker(
  { slack, person }: Click,
  tracker: Tracker,
  place: string | undefined,
): Promise<Choice | undefined> {
  if (!tracker.personByEmail) return undefined;
  const email = await slack.people.emailOf(person.userId);
  if (!email) return undefined;
  const { known } = await orWhatIsKnown(tracker.personByEmail(email, place), undefined);
  return known;
}

/** Treats a click in the form as a click on its card or message. */
export function inForm(
  click: Click,
  { metadata, state }: NonNullable<Click['view']>,
): { click: Click; input: FormInput; meta: ModalMeta } {
  const carried = carriedBy(metadata);
  if (!carried) throw invalidRequest(OPEN_IT_AGAIN);
  const { subjectId, responseUrl } = carried;
  return {
    click: { ...click, subjectId, ...(responseUrl ? { responseUrl } : {}) },
    input: formInput(state),
    meta: carried,
  };
}

/**
 * Retries a push that was given up; the result is posted to the same thread. If the issue would no longer be
 * created, the user is told why at once.
 */
export const retryPush: Action = async ({ slack, ctx, subjectId, detail, tell }) => {
  const { state, workItemLinks } = await readRecommendation(ctx, subjectId);
  if (state !== 'accepted') {
    const [last] = await ctx.db.rows(cardHistory, null, subjectId, 1);
    const how = last ? ` ${historyLine(last)}` : '';
    return tell(`This recommendation is now ${state}, so no issue will be created.${how}`);
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
