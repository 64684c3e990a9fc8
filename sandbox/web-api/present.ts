import type { Channel } from '../people.js';
import { APP_ID, BOT_ID, BOT_NAME, BOT_USER_ID, type Person, TEAM_ID } from '../people.js';
import type { SentFile } from '../state/files.js';
import type { Message } from '../state/messages.js';
import type { View } from '../state/view-store.js';

/** A message in the format of Slack's responses and payloads. */
export function presentMessage(message: Message): Record<string, unknown> {
  const byBot = message.author === BOT_USER_ID;
  return {
    type: 'message',
    user: message.author,
    ...(byBot && { bot_id: BOT_ID, app_id: APP_ID }),
    ...(message.threadTs && { thread_ts: message.threadTs }),
    ...(message.metadata !== undefined && { metadata: message.metadata }),
    ...(message.edited && { edited: { user: message.author, ts: message.ts } }),
    ts: message.ts,
    team: TEAM_ID,
    text: message.text,
    blocks: message.blocks,
    ...(message.files.length > 0 && { files: message.files.map(presentFile) }),
  };
}

export const presentFile = ({ id, name, ownerId, content }: SentFile) => ({
  id,
  name,
  title: name,
  filetype: name.split('.').at(-1)?.toLowerCase() ?? '',
  size: content.length,
  mode: 'hosted',
  is_external: false,
  user: ownerId,
});

/** A view in the format of Slack's responses and payloads; `values` is the user's input. */
export function presentView(view: View, values: unknown = {}): Record<string, unknown> {
  const { definition } = view;
  return {
    private_metadata: '',
    callback_id: '',
    external_id: '',
    title: null,
    close: null,
    submit: null,
    clear_on_close: false,
    notify_on_close: false,
    ...definition,
    id: view.id,
    team_id: TEAM_ID,
    hash: view.hash,
    root_view_id: view.rootId,
    previous_view_id: view.previousId,
    app_id: APP_ID,
    bot_id: BOT_ID,
    app_installed_team_id: TEAM_ID,
    state: { values },
  };
}

export function presentPerson(person: Person): Record<string, unknown> {
  return {
    id: person.id,
    team_id: TEAM_ID,
    name: person.handle,
    real_name: person.name,
    deleted: false,
    tz: person.timeZone,
    tz_offset: offsetSeconds(person.timeZone),
    is_admin: person.title.includes('researcher'),
    is_bot: false,
    is_app_user: false,
    is_restricted: false,
    is_ultra_restricted: false,
    profile: {
      real_name: person.name,
      display_name: person.name,
      email: person.email,
      title: person.title,
      team: TEAM_ID,
    },
  };
}

export const BOT_USER = {
  id: BOT_USER_ID,
  team_id: TEAM_ID,
  name: 'belief_layer',
  real_name: BOT_NAME,
  deleted: false,
  is_bot: true,
  profile: { real_name: BOT_NAME, bot_id: BOT_ID, api_app_id: APP_ID, team: TEAM_ID },
};

export function presentChannel(channel: Channel): Record<string, unknown> {
  const common = { id: channel.id, is_archived: false, is_ext_shared: false, is_shared: false };
  if (channel.withPerson) return { ...common, is_im: true, user: channel.withPerson };
  return {
    ...common,
    name: channel.name,
    is_channel: true,
    is_im: false,
    is_private: false,
    is_member: true,
    topic: { value: channel.topic },
  };
}

function offsetSeconds(timeZone: string): number {
  const wall = new Date(new Date().toLocaleString('en-US', { timeZone }));
  const utc = new Date(new Date().toLocaleString('en-US', { timeZone: 'UTC' }));
  return Math.round((wall.getTime() - utc.getTime()) / 1000);
}
