import { z } from 'zod';
import type { Block } from '../block-kit/blocks.js';
import { findChannel } from '../people.js';
import type { Message } from '../state/messages.js';
import type { View } from '../state/view-store.js';
import { presentMessage, presentView } from '../web-api/present.js';
import { type Deed, DeedRefused } from './deed.js';
import { type RawValues, stateValues } from './field-state.js';
import { messageContainer, place } from './payloads.js';

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

/** Finds the message or view around a control. @throws DeedRefused if it is gone */
export function surroundings(deed: Deed, at: z.infer<typeof At>, values: RawValues): Surroundings {
  if ('viewId' in at) {
    const view = ownView(deed, at.viewId);
    const { blocks } = view.definition;
    const container = { type: 'view', view_id: view.id };
    return { blocks, said: { container, view: presentView(view, stateValues(blocks, values)) } };
  }
  const message = visibleMessage(deed, at.channel, at.ts);
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

/** @throws DeedRefused if the message is gone or not visible to this user */
export function visibleMessage(deed: Deed, channel: string, ts: string): Message {
  const message = deed.workspace.messages.find(channel, ts);
  if (!message || (message.visibleTo ?? deed.person.id) !== deed.person.id)
    throw new DeedRefused('That message is no longer there.');
  return message;
}

/** @throws DeedRefused if the view was closed or is another user's */
export function ownView(deed: Deed, id: string): View {
  const view = deed.workspace.views.find(id);
  if (view?.ownerId !== deed.person.id) throw new DeedRefused('That window is no longer open.');
  return view;
}
