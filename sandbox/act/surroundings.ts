import { z } from 'zod';
import type { Block } from '../block-kit/blocks.js';
import { findChannel } from '../people.js';
import type { Message } from '../state/messages.js';
import type { View } from '../state/view-store.js';
import { presentMessage, presentView } from '../web-api/present.js';
import { type RawValues, stateValues } from './field-state.js';
import { messageContainer, place } from './payloads.js';
import { ActionRefused, type UserAction } from './user-action.js';

/** The message or view that contains a control. */
export const At = z.union([
  z.object({ channel: z.string(), ts: z.string() }),
  z.object({ viewId: z.string() }),
]);

interface Surroundings {
  blocks: readonly Block[];
  /** The payload fields for that message or view; `values` holds the user's input so far. */
  said: Record<string, unknown>;
  /** Set if the control is in a message. */
  message?: Message;
}

/** Finds the message or view around a control. @throws ActionRefused if it is gone */
export function surroundings(
  action: UserAction,
  at: z.infer<typeof At>,
  values: RawValues,
): Surroundings {
  if ('viewId' in at) {
    const view = ownView(action, at.viewId);
    const { blocks } = view.definition;
    const container = { type: 'view', view_id: view.id };
    return { blocks, said: { container, view: presentView(view, stateValues(blocks, values)) } };
  }
  const message = visibleMessage(action, at.channel, at.ts);
  const blocks = [...message.blocks, ...[...message.unfurls.values()].flat()];
  return {
    blocks,
    message,
    said: {
      container: messageContainer(message),
      channel: place(findChannel(message.channel)!),
      message: presentMessage(message),
      state: { values: stateValues(blocks, values) },
    },
  };
}

/** @throws ActionRefused if the message is gone or not visible to this user */
export function visibleMessage(action: UserAction, channel: string, ts: string): Message {
  const message = action.workspace.messages.find(channel, ts);
  if (!message || (message.visibleTo ?? action.person.id) !== action.person.id)
    throw new ActionRefused('That message is no longer there.');
  return message;
}

/** @throws ActionRefused if the view was closed or is another user's */
export function ownView(action: UserAction, id: string): View {
  const view = action.workspace.views.find(id);
  if (view?.ownerId !== action.person.id) throw new ActionRefused('That window is no longer open.');
  return view;
}
