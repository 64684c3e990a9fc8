import type { Field, ViewState } from './payloads.js';
import type { Entered } from './submission.js';

/** A modal's input by block id; each block has one field. */
export const enteredIn = ({ values }: ViewState): Entered =>
  Object.fromEntries(
    Object.entries(values).map(([blockId, fields]) => {
      const [field] = Object.values(fields);
      return [blockId, field && entryOf(field)];
    }),
  );

function entryOf(field: Field): string | undefined {
  const { selected_options: options, selected_users: users } = field;
  const one =
    field.value ??
    field.selected_date ??
    field.selected_time ??
    field.selected_conversation ??
    field.selected_option?.value;
  return one ?? options?.map(({ value }) => value).join(',') ?? users?.join(',');
}
