import type { SlackIntegration } from '../../integrations/slack/index.js';
import { embedEvidence } from '../jobs/embed-evidence.js';
import type { JobHandler, Schedule } from '../jobs/index.js';
import { pruneSchedule, vacuumSchedule } from '../jobs/maintenance.js';
import { refreshSearchJob } from '../jobs/refresh-search.js';
import { engineSchedule, runEngineJob } from '../jobs/run-engine.js';
import { CARD_CHANGED, PUBLISH_CARDS } from '../outbox.js';
import { fillDraftedStudy } from '../research-gaps/fill-drafted-study.js';
import { SHIP_QUESTION } from '../trackers/settle-ship-question.js';
import type { WorkItemDeps } from '../trackers/work-item-deps.js';
import { workItemJobs } from '../trackers/work-item-jobs.js';

/** Without a surface that shows cards, what would be redrawn is done. */
const nothingToShow: JobHandler[] = [CARD_CHANGED, PUBLISH_CARDS, SHIP_QUESTION].map((kind) => ({
  kind,
  run: async () => {},
}));

/** Every job and schedule of the service, on one page. */
export function allWork(parts: {
  slack: SlackIntegration | undefined;
  /** Of the embedded database, which this process then has to keep in order. */
  embeddedUrl: string | undefined;
  workItems: WorkItemDeps;
}): { handlers: JobHandler[]; schedules: Schedule[] } {
  const { slack, embeddedUrl } = parts;
  const workItems = workItemJobs(parts.workItems);
  return {
    handlers: [
      fillDraftedStudy,
      embedEvidence,
      refreshSearchJob,
      runEngineJob,
      ...workItems.handlers,
      ...(slack?.jobHandlers ?? nothingToShow),
    ],
    schedules: [
      pruneSchedule,
      engineSchedule,
      ...workItems.schedules,
      ...(embeddedUrl ? [vacuumSchedule(embeddedUrl)] : []),
      ...(slack?.schedules ?? []),
    ],
  };
}
