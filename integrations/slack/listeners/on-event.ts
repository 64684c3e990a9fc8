import { concernsUs } from '../answers/message.js';
import { refuseDetails } from '../beliefs/work-object.js';
import type { Slack } from '../connection/slack.js';
import { guarded } from '../requests/guarded.js';
import { EventEnvelope } from '../requests/payloads.js';
import { tellPerson } from '../requests/tell.js';
import { whoActs } from '../requests/who.js';
import { workspaceOf } from '../workspaces/workspace-of.js';
import { EVENTS, NOTICES } from './listeners.js';

/** Events that are not requests, so failures are not reported to the user. */
const UNASKED: ReadonlySet<string> = new Set(['message', 'link_shared']);

/** Handles one event, which is already acknowledged. Events by the bot and other apps are ignored. */
export async function onEvent(slack: Slack, payload: unknown): Promise<void> {
  const { event, event_id } = EventEnvelope.parse(payload);
  const notice = NOTICES[event.type];
  if (notice) return notice(slack, event);
  const handler = EVENTS[event.type];
  const userId = event.user;
  if (!handler || !userId || event.bot_id) return;
  if (event.type === 'message' && !(await concernsUs(slack, event))) return;
  const tell = async (text: string): Promise<void> => {
    if (event.type === 'entity_details_requested') return refuseDetails(slack, event, text);
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
