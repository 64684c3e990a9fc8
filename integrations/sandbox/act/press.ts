import { z } from 'zod';
import type { Block } from '../block-kit/blocks.js';
import { type Field, fieldsOf } from '../block-kit/fields.js';
import { findChannel } from '../channels.js';
import type { Message } from '../state/message.js';
import type { View } from '../state/view-store.js';
import { presentMessage, presentView } from '../web-api/present.js';
import { acknowledged, type Deed, DeedRefused, responseUrl, sendPayload } from './deed.js';
import { RawValue, RawValues, stateValues } from './field-state.js';
import { interaction, messageContainer, place, pressedAction } from './payloads.js';

export const Press = z.object({
  at: z.union([
    z.object({ channel: z.string(), ts: z.string() }),
    z.object({ viewId: z.string() }),
  ]),
  blockId: z.string(),
  actionId: z.string(),
  value: RawValue.default(null),
  values: RawValues.default({}),
});

/** Someone uses a button, menu or picker: a `block_actions` payload goes to the app. */
export async function press(deed: Deed, input: z.infer<typeof Press>): Promise<void> {
  const { at } = input;
  const payload =
    'viewId' in at
      ? inView(deed, ownView(deed, at.viewId), input)
      : inMessage(deed, visibleMessage(deed, at.channel, at.ts), input);
  acknowledged(await sendPayload(deed, payload), 'That action');
}

function inMessage(deed: Deed, message: Message, input: z.infer<typeof Press>) {
  const blocks = [...message.blocks, ...[...message.unfurls.values()].flat()];
  return {
    ...pressed(deed, blocks, input),
    container: messageContainer(message),
    channel: place(findChannel(message.channel)!),
    message: presentMessage(message),
    state: { values: stateValues(blocks, input.values) },
    response_url: responseUrl(deed, {
      channel: message.channel,
      personId: deed.person.id,
      threadTs: message.threadTs,
      original: message,
    }),
  };
}

const inView = (deed: Deed, view: View, input: z.infer<typeof Press>) => ({
  ...pressed(deed, view.definition.blocks, input),
  container: { type: 'view', view_id: view.id },
  view: presentView(view, stateValues(view.definition.blocks, input.values)),
});

const pressed = (deed: Deed, blocks: Block[], input: z.infer<typeof Press>) => ({
  type: 'block_actions',
  ...interaction(deed.person),
  trigger_id: deed.workspace.passes.issueTrigger(deed.person.id),
  actions: [pressedAction(field(blocks, input), input.value)],
});

function field(
  blocks: Block[],
  { blockId, actionId }: { blockId: string; actionId: string },
): Field {
  const found = fieldsOf(blocks).find(
    (one) => one.blockId === blockId && one.actionId === actionId,
  );
  if (!found) throw new DeedRefused('That control is no longer there: it has just changed.');
  return found;
}

/** @throws DeedRefused when the message is gone or not for this person's eyes */
export function visibleMessage(deed: Deed, channel: string, ts: string): Message {
  const message = deed.workspace.messages.find(channel, ts);
  if (!message || (message.visibleTo ?? deed.person.id) !== deed.person.id)
    throw new DeedRefused('That message is no longer there.');
  return message;
}

/** @throws DeedRefused when the view was closed or is another person's */
export function ownView(deed: Deed, id: string): View {
  const view = deed.workspace.views.find(id);
  if (view?.ownerId !== deed.person.id) throw new DeedRefused('That window is no longer open.');
  return view;
}
