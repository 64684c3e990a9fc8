import type { SlackIntegration } from '../../integrations/slack/index.js';
import { embedEvidence } from '../jobs/embed-evidence.js';
import type { JobHandler, Schedule } from '../jobs/index.js';
import { pruneSchedule, vacuumSchedule } from '../jobs/maintenance.js';
import { engineSchedule, runEngineJob } from '../jobs/run-engine.js';
import { CARD_CHANGED, PUBLISH_CARDS } from '../outbox.js';
import { fillDraftedStudy } from '../research-gaps/fill-drafted-study.js';

/** Without a surface that shows cards, what would be redrawn is done. */
const nothingToShow: JobHandler[] = [CARD_CHANGED, PUBLISH_CARDS].map((kind) => ({
  kind,
  run: async () => {},
}));

/** Every job and schedule of the service, on one page. */
export function allWork(parts: {
  slack: SlackIntegration | undefined;
  /** Of the embedded database, which this process then has to keep in order. */
  embeddedUrl: string | undefined;
}): { handlers: JobHandler[]; schedules: Schedule[] } {
  const { slack, embeddedUrl } = parts;
  return {
    handlers: [
      fillDraftedStudy,
      embedEvidence,
      runEngineJob,
      ...(slack?.jobHandlers ?? nothingToShow),
    ],
    schedules: [
      pruneSchedule,
      engineSchedule,
      ...(embeddedUrl ? [vacuumSchedule(embeddedUrl)] : []),
      ...(slack?.schedules ?? []),
    ],
  };
}
