import type { JobHandler, Schedule } from '../jobs/index.js';
import { forgetDeliveriesSchedule, takeDelivery } from './deliveries.js';
import { pushAccepted } from './push-accepted.js';
import { readWorkItem } from './read-work-item.js';
import { sendWorkItemComment } from './send-comment.js';
import { sweepSchedule, sweepWorkItems } from './sweep-work-items.js';
import type { WorkItemDeps } from './work-item-deps.js';

/** Everything that is done about linked issues by itself. Teams without trackers have the jobs, too: they do nothing. */
export function workItemJobs(deps: WorkItemDeps): {
  handlers: JobHandler[];
  schedules: Schedule[];
} {
  const { teamId } = deps;
  const handlers = [
    pushAccepted,
    readWorkItem,
    sendWorkItemComment,
    takeDelivery,
    sweepWorkItems,
  ].map((handlerOf) => {
    const ours = handlerOf(deps);
    const nobodys = handlerOf({ ...deps, trackers: new Map(), autoPush: 'off' });
    return {
      ...ours,
      run: (ctx, payload) => (ctx.db.teamId === teamId ? ours : nobodys).run(ctx, payload),
    } satisfies JobHandler;
  });
  return {
    handlers,
    schedules: teamId ? [sweepSchedule(teamId), forgetDeliveriesSchedule] : [],
  };
}
