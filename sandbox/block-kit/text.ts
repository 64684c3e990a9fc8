import { z } from 'zod';

/** A plain_text object of 1 to `max` characters: `*`, `<@U…>` and the like are literal in it. */
export const plainText = (max: number) =>
  z.strictObject({
    type: z.literal('plain_text'),
    text: z.string().min(1).max(max),
    emoji: z.boolean().optional(),
  });

/** A mrkdwn object of 1 to `max` characters. */
export const mrkdwn = (max: number) =>
  z.strictObject({
    type: z.literal('mrkdwn'),
    text: z.string().min(1).max(max),
    verbatim: z.boolean().optional(),
  });

/** Either kind of text object. */
export const anyText = (max: number) => z.discriminatedUnion('type', [plainText(max), mrkdwn(max)]);

export type TextObject = z.infer<ReturnType<typeof anyText>>;

export const Confirm = z.strictObject({
  title: plainText(100),
  text: anyText(300),
  confirm: plainText(30),
  deny: plainText(30),
  style: z.enum(['primary', 'danger']).optional(),
});
export type Confirm = z.infer<typeof Confirm>;

const optionOf = <T extends z.ZodType>(text: T) =>
  z.strictObject({
    text,
    value: z.string().min(1).max(75),
    description: plainText(75).optional(),
  });

export const Option = optionOf(plainText(75));
export const ChoiceOption = optionOf(anyText(75)).extend({ description: anyText(75).optional() });
export const OverflowOption = Option.extend({ url: z.string().max(3000).optional() });
export const OptionGroup = z.strictObject({
  label: plainText(75),
  options: z.array(Option).min(1).max(100),
});
export type Option = z.infer<typeof ChoiceOption>;
