import type { KnownBlock, ModalView } from '@slack/types';
import { Refusal } from '../../../src/core/errors.js';
import { MAX_WORK_ITEM } from '../../../src/core/numbers.js';
import { linkIssue } from '../../../src/issues/link-issue.js';
import { ours, ownSentence } from '../blocks/text.js';
import { cardSubject } from '../cards/card-subject.js';
import { recommendationOf } from '../cards/decide.js';
import type { Action, Click, SubmissionHandler } from '../requests/handlers.js';
import { modalMeta, showView } from '../requests/modals.js';
import { inForm } from './create-issue.js';
import { problem } from './issue-form.js';
import { type DoneItem, doneText, doneView, failedView, workingView } from './work-views.js';

export const LINK_FORM = 'work.link-form';

interface LinkForm {
  /** Names the card that the link is for. */
  about: KnownBlock;
  metadata: string;
  url?: string | undefined;
  problem?: string;
}

const linkForm = ({ about, metadata, url, problem: why }: LinkForm): ModalView => ({
  type: 'modal',
  callback_id: LINK_FORM,
  private_metadata: metadata,
  title: ours('Link an issue'),
  submit: ours('Link'),
  close: ours('Cancel'),
  blocks: [
    about,
    ...(why ? [problem(why)] : []),
    {
      type: 'input',
      block_id: 'url',
      label: ours('Address'),
      hint: ours('URL of the issue, or of any page that tracks the work.'),
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
  const about = await cardSubject(click.ctx, click.subjectId);
  const view = linkForm({ about, metadata: modalMeta(click) });
  await click.slack.client.views.open({ trigger_id: click.triggerId, view });
};

export const submitLinkForm: SubmissionHandler = {
  check: ({ url }): Record<string, string> =>
    /^https?:\/\/\S+$/.test(url?.trim() ?? '')
      ? {}
      : { url: 'Paste a full URL that starts with https:// or http://.' },
  waiting: () => workingView('Looking for it…'),
  failed: failedView,
  async run(click, entered) {
    const { view } = click;
    if (!view) return;
    const url = entered.url?.trim() ?? '';
    const about = await cardSubject(click.ctx, click.subjectId);
    await link(click, view.id, url, (why) =>
      linkForm({ about, metadata: view.metadata, url, problem: why }),
    );
  },
};

/** Links an existing issue instead of creating one. */
export const linkThis: Action = async (click) => {
  if (!click.view) return;
  const { click: opener } = inForm(click, click.view);
  const { metadata } = click.view;
  const about = await cardSubject(click.ctx, opener.subjectId);
  await link(opener, click.view.id, click.subjectId, (why) =>
    linkForm({ about, metadata, url: click.subjectId, problem: why }),
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
    await showView(click, viewId, again(error.message), ownSentence(error.message, 1_500));
  }
}
