import { z } from 'zod';
import type { Block } from '../block-kit/blocks.js';
import type { Interactive } from '../block-kit/elements.js';
import { ChoiceOption, type Option } from '../block-kit/text.js';
import { type Field, fieldsOf } from '../block-kit/views.js';
import { parseJson } from '../read-body.js';

/** The value the page read from a control: its text or chosen value, or all its chosen values. */
export const RawValue = z.union([z.string(), z.array(z.string()), z.null()]);
export type RawValue = z.infer<typeof RawValue>;

/** Raw values by block id and action id. */
export const RawValues = z.record(z.string(), z.record(z.string(), RawValue));
export type RawValues = z.infer<typeof RawValues>;

/** `state.values` of a payload: everything a user has filled in or chosen so far. */
export function stateValues(blocks: readonly Block[], raw: RawValues) {
  const values: Record<string, Record<string, unknown>> = {};
  for (const field of fieldsOf(blocks)) {
    if (isPressed(field.element)) continue;
    const value = raw[field.blockId]?.[field.actionId] ?? null;
    values[field.blockId] = {
      ...values[field.blockId],
      [field.actionId]: { type: field.element.type, ...fieldState(field.element, value) },
    };
  }
  return values;
}

/** Errors by block id, in the words of Slack's own client, about inputs missing from `raw`. */
export function missingInputs(blocks: readonly Block[], raw: RawValues): Record<string, string> {
  const complaints = fieldsOf(blocks).flatMap((field) => {
    const complaint = complain(field, raw[field.blockId]?.[field.actionId] ?? null);
    return complaint ? [[field.blockId, complaint] as const] : [];
  });
  return Object.fromEntries(complaints);
}

/** True for buttons and menus, which are clicked; every other element keeps a value. */
const isPressed = ({ type }: Interactive) =>
  ['button', 'overflow', 'icon_button', 'feedback_buttons'].includes(type);

function complain({ element, input }: Field, raw: RawValue): string | undefined {
  if (!input) return undefined;
  const empty = raw === null || raw.length === 0;
  if (empty) return input.optional ? undefined : 'Please complete this required field.';
  if (element.type !== 'plain_text_input' || typeof raw !== 'string') return undefined;
  const { min_length: least = 0, max_length: most = 3000 } = element;
  if (raw.length < least) return `Please write at least ${least} characters.`;
  return raw.length > most ? `Please write at most ${most} characters.` : undefined;
}

/** The part of a payload that states an element's value. */
export function fieldState(element: Interactive, raw: RawValue): Record<string, unknown> {
  const one = typeof raw === 'string' && raw !== '' ? raw : null;
  const many = Array.isArray(raw) ? raw : one ? [one] : [];
  switch (element.type) {
    case 'static_select':
    case 'radio_buttons':
    case 'overflow':
      return { selected_option: optionsOf(element).find((option) => option.value === one) ?? null };
    case 'external_select':
      return {
        selected_option: one ? (ChoiceOption.safeParse(parseJson(one)).data ?? null) : null,
      };
    case 'checkboxes':
    case 'multi_static_select':
      return { selected_options: optionsOf(element).filter(({ value }) => many.includes(value)) };
    case 'users_select':
      return { selected_user: one };
    case 'multi_users_select':
      return { selected_users: many };
    case 'conversations_select':
      return { selected_conversation: one };
    case 'channels_select':
      return { selected_channel: one };
    case 'datepicker':
      return { selected_date: one };
    case 'timepicker':
      return { selected_time: one };
    case 'datetimepicker':
      return { selected_date_time: one ? Number(one) : null };
    case 'feedback_buttons':
    case 'icon_button':
    case 'button':
      return {};
    default:
      return { value: one };
  }
}

type Choosing = Extract<Interactive, { options?: unknown }>;

/** The options of an element, including those in its groups. */
export function optionsOf(element: Choosing): Option[] {
  if (element.options) return element.options;
  return 'option_groups' in element
    ? (element.option_groups ?? []).flatMap((group) => group.options)
    : [];
}
