import { EVENTS } from './events/index.js';
import { guarded } from './guarded.js';
import { EventEnvelope } from './requests.js';
import type { Slack } from './slack.js';
import { tellPerson } from './tell.js';
import { whoActs } from './who.js';

/** Serves one event, which is acknowledged already. Our own and other apps' doings are left alone. */
export async function onEvent(slack: Slack, payload: unknown): Promise<void> {
  const { event, event_id, team_id } = EventEnvelope.parse(payload);
  const handler = EVENTS[event.type];
  const userId = event.user;
  if (!handler || !userId || event.bot_id) return;
  const tell = (text: string): Promise<void> =>
    tellPerson(slack, { userId, channelId: event.channel, threadTs: event.thread_ts }, text);
  await guarded(slack, `event:${event_id}`, tell, async () => {
    const { ctx, person } = await whoActs(slack, {
      userId,
      workspaceId: team_id,
      homeWorkspaceId: event.user_team,
    });
    await handler(slack, ctx, person, event);
  });
}
