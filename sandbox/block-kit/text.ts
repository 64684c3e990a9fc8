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

const style = z
  .strictObject({
    bold: z.boolean().optional(),
    italic: z.boolean().optional(),
    strike: z.boolean().optional(),
    underline: z.boolean().optional(),
    code: z.boolean().optional(),
    highlight: z.boolean().optional(),
    client_highlight: z.boolean().optional(),
    unlink: z.boolean().optional(),
  })
  .optional();

const Inline = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('text'), text: z.string().min(1), style }),
  z.strictObject({
    type: z.literal('link'),
    url: z.string().min(1).max(3000),
    text: z.string().optional(),
    unsafe: z.boolean().optional(),
    style,
  }),
  z.strictObject({
    type: z.literal('emoji'),
    name: z.string().min(1),
    unicode: z.string().optional(),
    skin_tone: z.number().optional(),
    style,
  }),
  z.strictObject({ type: z.literal('user'), user_id: z.string().min(1), style }),
  z.strictObject({ type: z.literal('usergroup'), usergroup_id: z.string().min(1), style }),
  z.strictObject({ type: z.literal('channel'), channel_id: z.string().min(1), style }),
  z.strictObject({
    type: z.literal('broadcast'),
    range: z.enum(['here', 'channel', 'everyone']),
    style,
  }),
  z.strictObject({ type: z.literal('color'), value: z.string(), style }),
  z.strictObject({
    type: z.literal('date'),
    timestamp: z.number().int(),
    format: z.string().min(1),
    url: z.string().optional(),
    fallback: z.string().optional(),
    style,
  }),
]);
const border = z.union([z.literal(0), z.literal(1)]).optional();

const Section = z.strictObject({
  type: z.literal('rich_text_section'),
  elements: z.array(Inline),
});

export const RichText = z.strictObject({
  type: z.literal('rich_text'),
  block_id: z.string().min(1).max(255).optional(),
  elements: z
    .array(
      z.discriminatedUnion('type', [
        Section,
        z.strictObject({
          type: z.literal('rich_text_list'),
          style: z.enum(['bullet', 'ordered']),
          elements: z.array(Section).min(1),
          indent: z.number().int().min(0).max(8).optional(),
          offset: z.number().int().min(0).optional(),
          border,
        }),
        z.strictObject({
          type: z.literal('rich_text_quote'),
          elements: z.array(Inline).min(1),
          border,
        }),
        z.strictObject({
          type: z.literal('rich_text_preformatted'),
          elements: z.array(Inline).min(1),
          border,
          language: z.string().optional(),
        }),
      ]),
    )
    .min(1),
});
