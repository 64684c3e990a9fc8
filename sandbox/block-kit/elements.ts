import { z } from 'zod';
import { ChoiceOption, Confirm, Option, OptionGroup, OverflowOption, plainText } from './text.js';

const actionId = z.string().min(1).max(255).optional();
const interactive = { action_id: actionId, confirm: Confirm.optional() };
const focus = { focus_on_load: z.boolean().optional() };
const placeholder = { placeholder: plainText(150).optional() };
const picker = { ...interactive, ...focus, ...placeholder };
const dispatch = {
  dispatch_action_config: z
    .strictObject({
      trigger_actions_on: z.array(z.enum(['on_enter_pressed', 'on_character_entered'])).min(1),
    })
    .optional(),
};
const written = {
  action_id: actionId,
  initial_value: z.string().max(3000).optional(),
  ...focus,
  ...placeholder,
  ...dispatch,
};
const day = z.string().regex(/^\d{4}-\d{2}-\d{2}$/, 'must be a date such as 2026-03-31');
const time = z.string().regex(/^\d{2}:\d{2}$/, 'must be a time such as 09:30');
const maxSelected = { max_selected_items: z.number().int().min(1).optional() };

const optionSource = {
  options: z.array(Option).min(1).max(100).optional(),
  option_groups: z.array(OptionGroup).min(1).max(100).optional(),
};
const oneSource = (select: { options?: unknown; option_groups?: unknown }) =>
  (select.options === undefined) !== (select.option_groups === undefined);
const oneSourceSays = { error: 'must have either options or option_groups' };

const Button = z.strictObject({
  type: z.literal('button'),
  text: plainText(75),
  value: z.string().max(2000).optional(),
  url: z.string().max(3000).optional(),
  style: z.enum(['primary', 'danger']).optional(),
  accessibility_label: z.string().max(75).optional(),
  ...interactive,
});
const Overflow = z.strictObject({
  type: z.literal('overflow'),
  options: z.array(OverflowOption).min(1).max(5),
  ...interactive,
});
const Checkboxes = z.strictObject({
  type: z.literal('checkboxes'),
  options: z.array(ChoiceOption).min(1).max(10),
  initial_options: z.array(ChoiceOption).min(1).max(10).optional(),
  ...interactive,
  ...focus,
});
const RadioButtons = z.strictObject({
  type: z.literal('radio_buttons'),
  options: z.array(ChoiceOption).min(1).max(10),
  initial_option: ChoiceOption.optional(),
  ...interactive,
  ...focus,
});
const StaticSelect = z
  .strictObject({
    type: z.literal('static_select'),
    ...optionSource,
    initial_option: Option.optional(),
    ...picker,
  })
  .refine(oneSource, oneSourceSays);
const MultiStaticSelect = z
  .strictObject({
    type: z.literal('multi_static_select'),
    ...optionSource,
    initial_options: z.array(Option).min(1).max(100).optional(),
    ...maxSelected,
    ...picker,
  })
  .refine(oneSource, oneSourceSays);
const ExternalSelect = z.strictObject({
  type: z.literal('external_select'),
  initial_option: Option.optional(),
  min_query_length: z.number().int().min(0).optional(),
  ...picker,
});
const UsersSelect = z.strictObject({
  type: z.literal('users_select'),
  initial_user: z.string().optional(),
  ...picker,
});
const MultiUsersSelect = z.strictObject({
  type: z.literal('multi_users_select'),
  initial_users: z.array(z.string()).min(1).optional(),
  ...maxSelected,
  ...picker,
});
const conversation = {
  default_to_current_conversation: z.boolean().optional(),
  response_url_enabled: z.boolean().optional(),
  filter: z.looseObject({}).optional(),
};
const ConversationsSelect = z.strictObject({
  type: z.literal('conversations_select'),
  initial_conversation: z.string().optional(),
  ...conversation,
  ...picker,
});
const ChannelsSelect = z.strictObject({
  type: z.literal('channels_select'),
  initial_channel: z.string().optional(),
  response_url_enabled: z.boolean().optional(),
  ...picker,
});
const DatePicker = z.strictObject({
  type: z.literal('datepicker'),
  initial_date: day.optional(),
  ...picker,
});
const TimePicker = z.strictObject({
  type: z.literal('timepicker'),
  initial_time: time.optional(),
  timezone: z.string().optional(),
  ...picker,
});
const DateTimePicker = z.strictObject({
  type: z.literal('datetimepicker'),
  initial_date_time: z.number().int().min(1_000_000_000).max(9_999_999_999).optional(),
  ...interactive,
  ...focus,
});
const PlainTextInput = z.strictObject({
  type: z.literal('plain_text_input'),
  multiline: z.boolean().optional(),
  min_length: z.number().int().min(0).max(3000).optional(),
  max_length: z.number().int().min(1).max(3000).optional(),
  ...written,
});
const EmailInput = z.strictObject({ type: z.literal('email_text_input'), ...written });
const UrlInput = z.strictObject({ type: z.literal('url_text_input'), ...written });
const NumberInput = z.strictObject({
  type: z.literal('number_input'),
  is_decimal_allowed: z.boolean(),
  min_value: z.string().optional(),
  max_value: z.string().optional(),
  ...written,
});
const feedback = z.strictObject({
  text: plainText(75),
  value: z.string().max(2000),
  accessibility_label: z.string().max(75).optional(),
});
const FeedbackButtons = z.strictObject({
  type: z.literal('feedback_buttons'),
  action_id: actionId,
  positive_button: feedback,
  negative_button: feedback,
});
const IconButton = z.strictObject({
  type: z.literal('icon_button'),
  icon: z.literal('trash'),
  text: plainText(75),
  value: z.string().max(2000).optional(),
  accessibility_label: z.string().max(75).optional(),
  visible_to_user_ids: z.array(z.string()).optional(),
  ...interactive,
});
export const ImageElement = z.strictObject({
  type: z.literal('image'),
  image_url: z.string().max(3000),
  alt_text: z.string().max(2000),
});

const selects = [
  StaticSelect,
  MultiStaticSelect,
  ExternalSelect,
  UsersSelect,
  MultiUsersSelect,
  ConversationsSelect,
  ChannelsSelect,
] as const;
const choices = [Checkboxes, RadioButtons, DatePicker, TimePicker] as const;
const typed = [PlainTextInput, EmailInput, UrlInput, NumberInput, DateTimePicker] as const;

/** Elements allowed in an `actions` block. */
export const ActionElement = z.discriminatedUnion('type', [
  Button,
  Overflow,
  ...selects,
  ...choices,
  DateTimePicker,
]);
/** Elements allowed in an `input` block. */
export const InputElement = z.discriminatedUnion('type', [...selects, ...choices, ...typed]);
/** Elements allowed as a section's accessory. */
export const Accessory = z.discriminatedUnion('type', [
  Button,
  Overflow,
  ImageElement,
  ...selects,
  ...choices,
]);
export const ContextActionElement = z.discriminatedUnion('type', [FeedbackButtons, IconButton]);

export type Interactive =
  | z.infer<typeof ActionElement>
  | z.infer<typeof InputElement>
  | z.infer<typeof ContextActionElement>;
