import type { ModalView } from '@slack/types';
import type { Click } from '../actions/click.js';
import { slackFailure } from '../connection/slack-failure.js';
import { tellPerson } from '../tell.js';

/** Puts a view in place of an open modal; where the person has closed it, says the words to them instead. */
export async function showView(
  { slack, person, responseUrl }: Click,
  viewId: string,
  view: ModalView,
  otherwise?: string,
): Promise<void> {
  try {
    await slack.client.views.update({ view_id: viewId, view });
  } catch (error) {
    if (slackFailure(error).kind !== 'refused') throw error;
    if (otherwise) await tellPerson(slack, { userId: person.userId, responseUrl }, otherwise);
  }
}
