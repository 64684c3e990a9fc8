import { setTimeout as sleep } from 'node:timers/promises';
import { createDataSource } from '../../db/data-source.js';
import { SystemDatabase } from '../../db/system-database.js';
import { GitHubTracker } from '../../integrations/github/github-tracker.js';
import { JiraTracker } from '../../integrations/jira/jira-tracker.js';
import { LinearTracker } from '../../integrations/linear/linear-tracker.js';
import { subscribe } from '../../src/core/events.js';
import { createLog } from '../../src/core/log.js';
import { Secret } from '../../src/core/secret.js';
import { createIssueOfMessage } from '../../src/issues/message-issue.js';
import type { Tracker } from '../../src/issues/tracker.js';
import { workItemJobs } from '../../src/issues/work-item-jobs.js';
import { createJobRunner } from '../../src/jobs/index.js';
import { eventHandlers } from '../../src/server/event-handlers.js';
import { publicUrl } from './draft.js';

// A process that makes issues until it is killed (crash.test.ts): those of accepted recommendations, and those of so
// many messages, for which somebody presses again until there is one.
const [url = '', teamId = '', provider = '', apiUrl = '', credential = '', messages = ''] =
  process.argv.slice(2);
const common = { apiUrl, publicUrl, timeoutMs: 400, inDoubtMs: 1_000 };
const secret = new Secret(credential);
const makers: Record<string, () => Tracker> = {
  linear: () => new LinearTracker({ ...common, apiKey: secret, teamKey: 'ENG' }),
  github: () => new GitHubTracker({ ...common, auth: { token: secret }, repo: 'acme/app' }),
  jira: () =>
    new JiraTracker({
      ...common,
      siteUrl: 'https://acme.atlassian.net',
      email: 'ada@example.com',
      apiToken: secret,
      project: 'ENG',
    }),
};
const tracker = makers[provider]!();
subscribe(eventHandlers);
const dataSource = await createDataSource({ url, poolSize: 6 }).initialize();
const { handlers } = workItemJobs({
  teamId,
  trackers: new Map([[provider, tracker]]),
  autoPush: provider,
});
createJobRunner({
  system: new SystemDatabase(dataSource),
  log: createLog('silent'),
  handlers,
  concurrency: 10,
  pollMs: 20,
  backOff: () => 20,
}).start();
process.stdout.write('ready\n');

const system = new SystemDatabase(dataSource);
const press = async (n: number): Promise<void> => {
  const ctx = {
    db: system.team(teamId),
    actor: { type: 'slack_user' as const, id: 'U1', name: 'Maya' },
    now: new Date(),
    log: createLog('silent'),
  };
  const message = { key: `message-${n}`, text: `Number ${n}`, files: [], saidBy: 'Tom' };
  const request = { title: `Number ${n}`, signalId: 'sig1' };
  const source = { ...message, saidAt: new Date(0) };
  await createIssueOfMessage(ctx, tracker, source, 1, request).catch(async () => {
    await sleep(100);
    await press(n);
  });
};
for (let lane = 0; lane < 5; lane++) {
  void (async () => {
    for (let n = lane; n < Number(messages); n += 5) await press(n);
  })();
}
