import path from 'node:path';
import { DatabaseUnavailable, whyUnavailable } from '../db/why-unavailable.js';
import type { Config } from './config/config.js';
import { ignoredName } from './config/misspelled.js';
import { ConfigError, explain } from './core/errors.js';
import { createLog, type Logger } from './core/log.js';
import { StartError } from './server/http-server.js';
import type { Role } from './server/load-config.js';
import { loadConfig } from './server/load-config.js';
import type { Service } from './server/service.js';

const ROLES: Record<string, Role[]> = { '': ['web', 'worker'], web: ['web'], worker: ['worker'] };

/** Time that a supervisor waits before it kills the process. */
const STOP_MS = 9_500;

// Files contain participants' words, so only this user may read them.
process.umask(0o077);
await main(process.argv.slice(2));

async function main(argv: string[]): Promise<void> {
  const roles = argv.length <= 1 ? ROLES[argv[0] ?? ''] : undefined;
  if (!roles) {
    process.stderr.write('Usage: node dist/src/main.js [web|worker] (both without a word)\n');
    process.exitCode = 2;
    return;
  }
  try {
    const config = loadConfig();
    const log = createLog(config.logLevel);
    sayWhatIsDoubtful(config, log);
    const { startService } = await import('./server/service.js');
    const starting = startService(config, log, roles);
    stopOnSignal(starting, log);
    const service = await starting;
    if (service.url && !config.production) process.stdout.write(`${service.welcome}\n`);
    log.info({ url: service.url, roles }, 'started');
  } catch (error) {
    process.stderr.write(`${whyNotStarted(error)}\n`);
    process.exit(1);
  }
}

function whyNotStarted(error: unknown): string {
  if (whyUnavailable(error) === 'read_only') {
    return 'The database of DATABASE_URL only reads (a replica, or maintenance). Only `web` can run on it; set DATABASE_URL to a server that can write.';
  }
  return explain(error, [ConfigError, StartError, DatabaseUnavailable]);
}

/** Logs what starts well but may not be what was meant: an ignored DATABSE_URL would mean an empty database. */
function sayWhatIsDoubtful({ misspelled, production, databaseUrl, dataDir }: Config, log: Logger) {
  for (const one of misspelled) log.warn(ignoredName(one));
  if (production && !databaseUrl) {
    log.warn(`DATABASE_URL is not set: the embedded database in ${path.resolve(dataDir)} is used.`);
  }
}

/** Stops the service as soon as it has started if a signal arrives during the start. */
function stopOnSignal(starting: Promise<Service>, log: Logger): void {
  let stopping = false;
  const stop = async (signal: NodeJS.Signals): Promise<void> => {
    if (stopping) process.exit(1); // asked twice: now
    stopping = true;
    log.info({ signal }, 'stopping');
    setTimeout(() => process.exit(1), STOP_MS).unref();
    await (await starting).stop();
    process.exit(0);
  };
  const onSignal = (signal: NodeJS.Signals): void => {
    stop(signal).catch((err: unknown) => {
      log.error({ err }, 'the service did not stop as it should');
      process.exit(1);
    });
  };
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);
  process.on('unhandledRejection', (err) => log.error({ err }, 'a rejection was not handled'));
}
