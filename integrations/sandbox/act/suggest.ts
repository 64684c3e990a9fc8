import { z } from 'zod';
import { ChoiceOption, type Option } from '../block-kit/text.js';
import { presentView } from '../web-api/present.js';
import { acknowledged, type Deed, DeedRefused, sendPayload } from './deed.js';
import { interaction } from './payloads.js';
import { ownView } from './press.js';

export const Suggest = z.object({
  viewId: z.string(),
  blockId: z.string(),
  actionId: z.string(),
  value: z.string().max(150),
});

const Answer = z.union([
  z.object({ options: z.array(ChoiceOption).max(100) }),
  z
    .object({ option_groups: z.array(z.object({ options: z.array(ChoiceOption) })) })
    .transform(({ option_groups }) => ({
      options: option_groups.flatMap((group) => group.options),
    })),
]);

/** Someone types into an external select of a modal: the options the app offers for it. */
export async function suggest(deed: Deed, input: z.infer<typeof Suggest>): Promise<Option[]> {
  const view = ownView(deed, input.viewId);
  const ack = await sendPayload(deed, {
    type: 'block_suggestion',
    ...interaction(deed.person),
    action_id: input.actionId,
    block_id: input.blockId,
    value: input.value,
    container: { type: 'view', view_id: view.id },
    view: presentView(view),
  });
  const parsed = Answer.safeParse(acknowledged(ack, 'Looking for options'));
  if (!parsed.success) throw new DeedRefused('The app answered with options Slack refuses.');
  return parsed.data.options;
}
