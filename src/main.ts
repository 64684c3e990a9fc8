import { DatabaseUnavailable } from '../db/database-unavailable.js';
import { ConfigError } from './config/config-error.js';
import { loadConfig } from './config.js';
import { explain } from './explain.js';
import { createLog, type Logger } from './log.js';
import type { Service } from './service.js';
import type { Role } from './start/role.js';
import { StartError } from './start/start-error.js';

const ROLES: Record<string, Role[]> = { '': ['web', 'worker'], web: ['web'], worker: ['worker'] };

/** What a supervisor waits before it kills. */
const STOP_MS = 9_500;

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
    const { startService } = await import('./service.js');
    const starting = startService(config, log, roles);
    stopOnSignal(starting, log);
    const service = await starting;
    if (service.url && !config.production) process.stdout.write(`${service.welcome}\n`);
    log.info({ url: service.url, roles }, 'started');
  } catch (error) {
    process.stderr.write(`${explain(error, [ConfigError, StartError, DatabaseUnavailable])}\n`);
    process.exit(1);
  }
}

/** A signal that comes while the service starts ends it as soon as it has. */
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
