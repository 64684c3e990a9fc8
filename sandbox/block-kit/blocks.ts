import { z } from 'zod';
import {
  Accessory,
  ActionElement,
  ContextActionElement,
  ImageElement,
  InputElement,
} from './elements.js';
import { anyText, mrkdwn, plainText, RichText } from './text.js';

const block = { block_id: z.string().min(1).max(255).optional() };

const distinctActions = (elements: { action_id?: string | undefined }[]) => {
  const ids = elements.flatMap((element) => element.action_id ?? []);
  return new Set(ids).size === ids.length;
};
const distinctSays = { error: 'must not use one action_id twice' };

const Section = z
  .strictObject({
    type: z.literal('section'),
    ...block,
    text: anyText(3000).optional(),
    fields: z.array(anyText(2000)).min(1).max(10).optional(),
    accessory: Accessory.optional(),
    expand: z.boolean().optional(),
  })
  .refine((section) => section.text !== undefined || section.fields !== undefined, {
    error: 'must have text or fields',
  });

const Input = z.strictObject({
  type: z.literal('input'),
  ...block,
  label: plainText(2000),
  element: InputElement,
  hint: plainText(2000).optional(),
  optional: z.boolean().optional(),
  dispatch_action: z.boolean().optional(),
});

const Card = z
  .looseObject({
    type: z.literal('card'),
    ...block,
    title: anyText(150).optional(),
    subtitle: anyText(150).optional(),
    body: anyText(200).optional(),
    actions: z.array(ActionElement).optional(),
  })
  .refine((card) => Boolean(card.title ?? card.body ?? card.actions ?? card.hero_image), {
    error: 'must have a title, a body, actions or a hero_image',
  });

const newer = <T extends string>(type: T) => z.looseObject({ type: z.literal(type), ...block });

/** One block in any surface, with the documented limits of its fields. */
export const Block = z.discriminatedUnion('type', [
  Section,
  Input,
  RichText,
  Card,
  z.strictObject({
    type: z.literal('header'),
    ...block,
    text: plainText(150),
    level: z.number().int().min(1).max(4).optional(),
  }),
  z.strictObject({ type: z.literal('divider'), ...block }),
  z.strictObject({
    type: z.literal('context'),
    ...block,
    elements: z
      .array(z.discriminatedUnion('type', [plainText(3000), mrkdwn(3000), ImageElement]))
      .min(1)
      .max(10),
  }),
  z.strictObject({
    type: z.literal('actions'),
    ...block,
    elements: z.array(ActionElement).min(1).max(25).refine(distinctActions, distinctSays),
  }),
  z.strictObject({
    type: z.literal('context_actions'),
    ...block,
    elements: z.array(ContextActionElement).min(1).max(5).refine(distinctActions, distinctSays),
  }),
  z.strictObject({
    type: z.literal('image'),
    ...block,
    image_url: z.string().min(1).max(3000),
    alt_text: z.string().min(1).max(2000),
    title: plainText(2000).optional(),
  }),
  z.strictObject({ type: z.literal('markdown'), ...block, text: z.string().min(1).max(12_000) }),
  newer('table').extend({
    rows: z
      .array(z.array(z.looseObject({ type: z.string() })).max(20))
      .min(1)
      .max(100),
  }),
  newer('carousel').extend({ elements: z.array(Card).min(1).max(10) }),
  newer('alert'),
  newer('video'),
  newer('container'),
  newer('task_card'),
  newer('plan'),
  newer('data_table'),
]);
export type Block = z.infer<typeof Block>;
