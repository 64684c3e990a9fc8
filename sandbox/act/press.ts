import { z } from 'zod';
import type { Block } from '../block-kit/blocks.js';
import { type Field, fieldsOf } from '../block-kit/fields.js';
import { acknowledged, type Deed, DeedRefused, responseUrl, sendPayload } from './deed.js';
import { RawValue, RawValues } from './field-state.js';
import { interaction, pressedAction } from './payloads.js';
import { At, surroundings } from './surroundings.js';

export const Press = z.object({
  at: At,
  blockId: z.string(),
  actionId: z.string(),
  value: RawValue.default(null),
  values: RawValues.default({}),
});

/** Uses a button, menu or picker: sends the app a `block_actions` payload. */
export async function press(deed: Deed, input: z.infer<typeof Press>): Promise<void> {
  const { blocks, said, message } = surroundings(deed, input.at, input.values);
  const payload = {
    type: 'block_actions',
    ...interaction(deed.person),
    trigger_id: deed.workspace.passes.issueTrigger(deed.person.id),
    actions: [pressedAction(field(blocks, input), input.value)],
    ...said,
    ...(message && {
      response_url: responseUrl(deed, {
        channel: message.channel,
        personId: deed.person.id,
        threadTs: message.threadTs,
        original: message,
      }),
    }),
  };
  acknowledged(await sendPayload(deed, payload), 'That action');
}

function field(
  blocks: readonly Block[],
  { blockId, actionId }: { blockId: string; actionId: string },
): Field {
  const found = fieldsOf(blocks).find(
    (one) => one.blockId === blockId && one.actionId === actionId,
  );
  if (!found) throw new DeedRefused('That control is no longer there: it has just changed.');
  return found;
}
