import type { JobHandler, Schedule } from '../jobs/index.js';
import type { WorkItemDeps } from './adapter.js';
import { autoPushJob } from './auto-push.js';
import { sendWorkItemComment } from './comments.js';
import { handOverJob, watchAgentJob } from './hand-over.js';
import { answerInIssue } from './questions.js';
import { readWorkItem, sweepSchedule, sweepWorkItems } from './read-work-item.js';
import { syncObjectsJob, syncObjectsSchedule } from './sync-objects.js';
import { forgetDeliveriesSchedule, takeDelivery } from './webhook-deliveries.js';

/** All background work on linked issues. Without trackers, the jobs exist but do nothing. */
export function workItemJobs(deps: WorkItemDeps): {
  handlers: JobHandler[];
  schedules: Schedule[];
} {
  const { teamId } = deps;
  const handlers = [
    answerInIssue,
    autoPushJob,
    readWorkItem,
    sendWorkItemComment,
    takeDelivery,
    sweepWorkItems,
    handOverJob,
    watchAgentJob,
    syncObjectsJob,
  ].map((handlerOf) => {
    const ours = handlerOf(deps);
    const idle = handlerOf({ ...deps, trackers: new Map(), autoPush: 'off' });
    return {
      ...ours,
      run: (ctx, payload) => (ctx.db.teamId === teamId ? ours : idle).run(ctx, payload),
    } satisfies JobHandler;
  });
  return {
    handlers,
    schedules: teamId
      ? [sweepSchedule(teamId), forgetDeliveriesSchedule, syncObjectsSchedule(teamId)]
      : [],
  };
}
