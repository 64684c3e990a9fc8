import { z } from 'zod';
import type { View } from '../state/view-store.js';
import { SlackError, takeView } from '../web-api/arguments.js';
import { presentView } from '../web-api/present.js';
import { missingInputs, RawValues, stateValues } from './field-state.js';
import { interaction } from './payloads.js';
import { ownView } from './surroundings.js';
import { ActionRefused, acknowledged, sendPayload, type UserAction } from './user-action.js';

export const Submit = z.object({ viewId: z.string(), values: RawValues.default({}) });
export const Close = z.object({ viewId: z.string() });

const ResponseAction = z.discriminatedUnion('response_action', [
  z.object({ response_action: z.literal('errors'), errors: z.record(z.string(), z.string()) }),
  z.object({ response_action: z.literal('update'), view: z.unknown() }),
  z.object({ response_action: z.literal('push'), view: z.unknown() }),
  z.object({ response_action: z.literal('clear') }),
]);

/** Submits a modal: the app's response closes, changes or keeps it. */
export async function submit(action: UserAction, input: z.infer<typeof Submit>): Promise<void> {
  const view = ownView(action, input.viewId);
  const { views, passes } = action.workspace;
  const { blocks } = view.definition;
  const missing = missingInputs(blocks, input.values);
  if (Object.keys(missing).length > 0) {
    views.complain(view, missing);
    return;
  }
  const ack = await sendPayload(action, {
    type: 'view_submission',
    ...interaction(action.person),
    trigger_id: passes.issueTrigger(action.person.id),
    view: presentView(view, stateValues(blocks, input.values)),
    response_urls: [],
  });
  follow(action, view, acknowledged(ack, 'Submitting this'));
}

/** Closes the top modal; notifies the app if it asked for that, and ignores its response. */
export async function close(action: UserAction, input: z.infer<typeof Close>): Promise<void> {
  const view = ownView(action, input.viewId);
  const { definition } = view;
  if (definition.type !== 'modal') throw new ActionRefused('App Home cannot be closed.');
  const clears = definition.clear_on_close ?? false;
  if (clears) action.workspace.views.closeAll(action.person.id);
  else action.workspace.views.closeTop(action.person.id);
  if (!definition.notify_on_close) return;
  await sendPayload(action, {
    type: 'view_closed',
    ...interaction(action.person),
    view: presentView(view),
    is_cleared: clears,
  });
}

function follow(action: UserAction, view: View, answer: unknown): void {
  const { views } = action.workspace;
  if (answer === '' || (typeof answer === 'object' && Object.keys(answer ?? {}).length === 0)) {
    if (views.top(action.person.id)?.id === view.id) views.closeTop(action.person.id);
    return;
  }
  const parsed = ResponseAction.safeParse(answer);
  if (!parsed.success)
    throw new ActionRefused('The app answered the submission with something Slack does not know.');
  const { data } = parsed;
  switch (data.response_action) {
    case 'errors':
      views.complain(view, data.errors);
      break;
    case 'clear':
      views.closeAll(action.person.id);
      break;
    case 'update':
      views.update(view, viewOf(data.view));
      break;
    case 'push':
      if (!views.push(action.person.id, viewOf(data.view)))
        throw new ActionRefused('The app tried to open a fourth modal; the limit is three.');
  }
}

function viewOf(value: unknown) {
  try {
    return takeView(value, 'modal');
  } catch (error) {
    if (!(error instanceof SlackError)) throw error;
    throw new ActionRefused(
      `The app answered with a view Slack refuses: ${error.messages.join(' ')}`,
    );
  }
}
