import type { ModalView } from '@slack/types';
import { slackFailure } from '../connection/slack-failure.js';
import type { Click } from './click.js';
import { tellPerson } from './tell.js';

/** Updates an open modal; if the user has closed it, sends them the text instead. */
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
