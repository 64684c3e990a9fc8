import { Interaction, Pressed } from './payloads.js';

/**
 * A key that is equal for repeated clicks by one user on the same element with the same effect; undefined if the
 * payload cannot be read.
 */
export function pressKey(payload: unknown, element: unknown): string | undefined {
  const request = Interaction.safeParse(payload).data;
  const pressed = Pressed.safeParse(element).data;
  if (!request || !pressed) return undefined;
  const { user, message, view } = request;
  const { action_id, block_id, value, selected_option } = pressed;
  const place = message?.ts ?? view?.id;
  return JSON.stringify([user.id, place, block_id, action_id, value, selected_option?.value]);
}
