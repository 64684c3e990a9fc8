import { z } from 'zod';
import { ChoiceOption, type Option } from '../block-kit/text.js';
import { acknowledged, type Deed, DeedRefused, sendPayload } from './deed.js';
import { RawValues } from './field-state.js';
import { interaction } from './payloads.js';
import { At, surroundings } from './surroundings.js';

export const Suggest = z.object({
  at: At,
  blockId: z.string(),
  actionId: z.string(),
  value: z.string().max(150),
  values: RawValues.default({}),
});

const Answer = z.union([
  z.object({ options: z.array(ChoiceOption).max(100) }),
  z
    .object({ option_groups: z.array(z.object({ options: z.array(ChoiceOption) })) })
    .transform(({ option_groups }) => ({
      options: option_groups.flatMap((group) => group.options),
    })),
]);

/** Someone types into an external select: the options the app offers for it. */
export async function suggest(deed: Deed, input: z.infer<typeof Suggest>): Promise<Option[]> {
  const ack = await sendPayload(deed, {
    type: 'block_suggestion',
    ...interaction(deed.person),
    action_id: input.actionId,
    block_id: input.blockId,
    value: input.value,
    ...surroundings(deed, input.at, input.values).said,
  });
  const parsed = Answer.safeParse(acknowledged(ack, 'Looking for options'));
  if (!parsed.success) throw new DeedRefused('The app answered with options Slack refuses.');
  return parsed.data.options;
}
