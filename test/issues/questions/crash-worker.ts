import { createDataSource } from '../../../db/data-source.js';
import { SystemDatabase } from '../../../db/system-database.js';
import { GitHubTracker } from '../../../integrations/github/github-tracker.js';
import { LinearTracker } from '../../../integrations/linear/linear-tracker.js';
import { createCipher } from '../../../src/core/encryption.js';
import { subscribe } from '../../../src/core/events.js';
import { createLog } from '../../../src/core/log.js';
import { Secret } from '../../../src/core/secret.js';
import { TokenStore } from '../../../src/issues/token-store.js';
import type { Tracker } from '../../../src/issues/tracker.js';
import { workItemJobs } from '../../../src/issues/work-item-jobs.js';
import { createJobRunner } from '../../../src/jobs/index.js';
import { eventHandlers } from '../../../src/server/event-handlers.js';
import { ADDRESS_RULES } from '../../support/address-rules.js';
import { publicUrl } from '../draft.js';

// A process that answers questions in issues until it is killed (crash.test.ts).
const [url = '', teamId = '', provider = '', apiUrl = '', ...given] = process.argv.slice(2);
const [credential = '', clientId = '', encryptionKey = ''] = given;
const common = { apiUrl, publicUrl, timeoutMs: 400 };
subscribe(eventHandlers);
const dataSource = await createDataSource({ url, poolSize: 6 }).initialize();
const system = new SystemDatabase(dataSource);
const tracker: Tracker =
  provider === 'linear'
    ? new LinearTracker({
        ...common,
        app: { clientId, clientSecret: new Secret(credential) },
        teamKey: 'ENG',
        tokens: new TokenStore(system.team(teamId), createCipher([encryptionKey])),
      })
    : new GitHubTracker({
        ...common,
        auth: { token: new Secret(credential) },
        repo: 'acme/app',
        botName: 'belief-layer',
        inDoubtMs: 500,
      });
const { handlers } = workItemJobs({
  teamId,
  trackers: new Map([[provider, tracker]]),
  autoPush: 'off',
});
createJobRunner({
  system,
  log: createLog('silent'),
  handlers,
  addressRules: ADDRESS_RULES,
  pages: { publicUrl, openTo: 'token' },
  concurrency: 10,
  pollMs: 20,
  backOff: () => 20,
}).start();
process.stdout.write('ready\n');
