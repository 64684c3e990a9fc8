import { EVENTS, NOTICES } from '../events/index.js';
import { concernsUs } from '../events/message.js';
import { whoActs } from '../people/who.js';
import type { Slack } from '../slack.js';
import { tellPerson } from '../tell.js';
import { workspaceOf } from '../workspaces/workspace-of.js';
import { guarded } from './guarded.js';
import { EventEnvelope } from './payloads.js';

/** Whoever caused these asked nothing of us, so nobody is told what did not work. */
const UNASKED: ReadonlySet<string> = new Set(['message', 'link_shared']);

/** Serves one event, which is acknowledged already. Our own and other apps' doings are left alone. */
export async function onEvent(slack: Slack, payload: unknown): Promise<void> {
  const { event, event_id } = EventEnvelope.parse(payload);
  const notice = NOTICES[event.type];
  if (notice) return notice(slack, event);
  const handler = EVENTS[event.type];
  const userId = event.user;
  if (!handler || !userId || event.bot_id) return;
  if (event.type === 'message' && !(await concernsUs(slack, event))) return;
  const tell = async (text: string): Promise<void> => {
    if (UNASKED.has(event.type) && event.channel_type !== 'im') return;
    await tellPerson(slack, { userId, channelId: event.channel, threadTs: event.thread_ts }, text);
  };
  await guarded(slack, `event:${event_id}`, tell, async () => {
    const { ctx, person } = await whoActs(slack, {
      userId,
      workspaceId: workspaceOf(payload),
      homeWorkspaceId: event.user_team,
    });
    await handler(slack, ctx, person, event);
  });
}
