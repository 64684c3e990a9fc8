import { randomBytes } from 'node:crypto';
import type { Field } from '../block-kit/views.js';
import type { Channel } from '../people.js';
import { APP_ID, BOT_USER_ID, type Person, TEAM_ID } from '../people.js';
import type { Message } from '../state/messages.js';
import { fieldState, type RawValue } from './field-state.js';

/** Fields common to all interaction payloads. */
export const interaction = (person: Person) => ({
  team: { id: TEAM_ID, domain: 'sandbox' },
  user: { id: person.id, username: person.handle, name: person.handle, team_id: TEAM_ID },
  api_app_id: APP_ID,
  token: 'sandbox',
  enterprise: null,
  is_enterprise_install: false,
});

export const place = (channel: Channel) => ({
  id: channel.id,
  name: channel.withPerson ? 'directmessage' : channel.name,
});

export const messageContainer = (message: Message) => ({
  type: 'message',
  message_ts: message.ts,
  channel_id: message.channel,
  is_ephemeral: message.visibleTo !== undefined,
  ...(message.threadTs && { thread_ts: message.threadTs }),
});

/** The `actions[0]` of a block_actions payload. */
export function pressedAction({ element, blockId, actionId }: Field, raw: RawValue) {
  const common = {
    type: element.type,
    action_id: actionId,
    block_id: blockId,
    action_ts: `${(Date.now() / 1000).toFixed(3)}${String(randomBytes(2).readUInt16BE() % 1000).padStart(3, '0')}`,
  };
  if (element.type === 'button' || element.type === 'icon_button')
    return {
      ...common,
      text: element.text,
      ...(element.value !== undefined && { value: element.value }),
      ...('style' in element && element.style && { style: element.style }),
    };
  if (element.type === 'feedback_buttons') return { ...common, value: raw };
  return {
    ...common,
    ...fieldState(element, raw),
    ...('placeholder' in element && element.placeholder && { placeholder: element.placeholder }),
  };
}

/** The envelope around an event of the Events API. */
export function eventEnvelope(event: Record<string, unknown>) {
  const now = Date.now() / 1000;
  return {
    token: 'sandbox',
    team_id: TEAM_ID,
    context_team_id: TEAM_ID,
    api_app_id: APP_ID,
    event: { event_ts: now.toFixed(6), ...event },
    type: 'event_callback',
    event_id: `Ev${randomBytes(6).toString('hex').toUpperCase()}`,
    event_time: Math.floor(now),
    authorizations: [
      {
        enterprise_id: null,
        team_id: TEAM_ID,
        user_id: BOT_USER_ID,
        is_bot: true,
        is_enterprise_install: false,
      },
    ],
    is_ext_shared_channel: false,
  };
}
