import { createDataSource } from '../../db/data-source.js';
import { SystemDatabase } from '../../db/system-database.js';
import { createSlackIntegration } from '../../integrations/slack/index.js';
import { subscribe } from '../../src/core/events.js';
import { createLog } from '../../src/core/log.js';
import { createJobRunner } from '../../src/jobs/index.js';
import { eventHandlers } from '../../src/server/event-handlers.js';

// A process that posts cards until it is killed (crash.test.ts).
const [url = '', apiUrl = '', teamId = '', botToken = ''] = process.argv.slice(2);
subscribe(eventHandlers);
const dataSource = await createDataSource({ url, poolSize: 3 }).initialize();
const system = new SystemDatabase(dataSource);
const log = createLog('silent');
const bot = await createSlackIntegration({
  own: {
    settings: { botToken, signingSecret: 'unused', channelId: 'C1', apiUrl, postIntervalMs: 0 },
    teamId,
  },
  system,
  log,
  publicUrl: 'http://localhost',
  trackers: new Map(),
});
createJobRunner({ system, log, handlers: bot.jobHandlers, pollMs: 50 }).start();
process.stdout.write('ready\n');
