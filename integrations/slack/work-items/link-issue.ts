import type { ModalView } from '@slack/types';
import { MAX_WORK_ITEM } from '../../../src/decisions.js';
import { Refusal } from '../../../src/errors.js';
import { linkIssue } from '../../../src/trackers/link-issue.js';
import type { Action, Click } from '../actions/click.js';
import { literal, ours } from '../messages/text.js';
import { recommendationOf } from '../recommendation-of.js';
import { modalMeta } from '../requests/modal-meta.js';
import type { SubmissionHandler } from '../submissions/submission.js';
import { inForm } from './create-issue.js';
import { problem } from './issue-form.js';
import { showView } from './show-view.js';
import { type DoneItem, doneText, doneView, failedView, workingView } from './work-views.js';

export const LINK_FORM = 'work.link-form';

interface LinkForm {
  metadata: string;
  url?: string | undefined;
  problem?: string;
}

const linkForm = ({ metadata, url, problem: why }: LinkForm): ModalView => ({
  type: 'modal',
  callback_id: LINK_FORM,
  private_metadata: metadata,
  title: ours('Link a work item'),
  submit: ours('Link'),
  close: ours('Cancel'),
  blocks: [
    ...(why ? [problem(why)] : []),
    {
      type: 'input',
      block_id: 'url',
      label: ours('Address'),
      hint: ours('Of an issue in Linear or GitHub, or of anything else that the work is kept in.'),
      element: {
        type: 'plain_text_input',
        action_id: 'url',
        max_length: MAX_WORK_ITEM.url,
        ...(url ? { initial_value: url } : {}),
      },
    },
  ],
});

export const openLinkForm: Action = async (click) => {
  const view = linkForm({ metadata: modalMeta(click) });
  await click.slack.client.views.open({ trigger_id: click.triggerId, view });
};

export const submitLinkForm: SubmissionHandler = {
  check: ({ url }): Record<string, string> =>
    /^https?:\/\/\S+$/.test(url?.trim() ?? '')
      ? {}
      : { url: 'Paste a whole address that starts with https:// or http://.' },
  waiting: () => workingView('Looking for it…'),
  failed: failedView,
  async run(click, entered) {
    const { view } = click;
    if (!view) return;
    const url = entered.url?.trim() ?? '';
    await link(click, view.id, url, (why) =>
      linkForm({ metadata: view.metadata, url, problem: why }),
    );
  },
};

/** One that is there already, in place of a new one. */
export const linkThis: Action = async (click) => {
  if (!click.view) return;
  const { click: opener } = inForm(click, click.view);
  const { metadata } = click.view;
  await link(opener, click.view.id, click.subjectId, (why) =>
    linkForm({ metadata, url: click.subjectId, problem: why }),
  );
};

async function link(
  click: Click,
  viewId: string,
  url: string,
  again: (why: string) => ModalView,
): Promise<void> {
  try {
    const recommendationId = await recommendationOf(click.ctx, click.subjectId);
    const item = await linkIssue(click.ctx, click.slack.trackers, recommendationId, url);
    const done: DoneItem = { url, name: item.name, said: 'Linked:' };
    await showView(click, viewId, doneView(done), doneText(done));
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    await showView(click, viewId, again(error.message), literal(error.message, 1_500));
  }
}
