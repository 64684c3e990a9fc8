import { userInfo } from 'node:os';
import { connect, requireSessions } from '../../db/connect.js';
import { isMigrated, migrate } from '../../db/migrate.js';
import { openDatabase } from '../../db/open-database.js';
import { SystemDatabase } from '../../db/system-database.js';
import { DatabaseUnavailable } from '../../db/why-unavailable.js';
import type { Config } from '../config/config.js';
import type { Context } from '../core/context.js';
import { readTeam } from '../core/teams.js';
import { addressRules } from '../issues/adapter.js';
import type { CommandInput, DatabaseCommand } from './command.js';

/** Opens the installation's database for one command, even while a server is running, and closes it again. */
export async function withDatabase<T>(
  config: Config,
  command: DatabaseCommand,
  onMigration: (name: string) => void,
  work: (system: SystemDatabase) => Promise<T>,
): Promise<T> {
  const database = await openDatabase({
    dataDir: config.dataDir,
    role: 'command',
    onMigration,
    ...(config.databaseUrl && { databaseUrl: config.databaseUrl.reveal() }),
  });
  try {
    const dataSource = await connect({
      url: database.url,
      poolSize: 4,
      applicationName: 'belief-layer cli',
    });
    try {
      if (!database.embedded) await requireSessions(dataSource);
      if (!command.unmigrated) await ensureMigrated(dataSource);
      return await work(new SystemDatabase(dataSource));
    } finally {
      await dataSource.destroy();
    }
  } finally {
    await database.stop();
  }
}

/**
 * Migrates a new database immediately. An existing one is left to `migrate`, which a deployment runs when it is
 * ready.
 */
async function ensureMigrated(dataSource: Parameters<typeof migrate>[0]): Promise<void> {
  if (await isMigrated(dataSource)) return;
  const [{ used }] = await dataSource.query("select to_regclass('teams') is not null as used");
  if (used) {
    throw new DatabaseUnavailable(
      'The database is older than this version. Run: node dist/src/cli/main.js migrate',
    );
  }
  await migrate(dataSource);
}

function operatorName(): string {
  try {
    return userInfo().username;
  } catch {
    return 'operator'; // a container's user often has no name
  }
}

/** The context of `--team`. Throws `not_found` if the team does not exist. */
export async function operatorContext({
  system,
  config,
  log,
  options,
}: CommandInput): Promise<Context> {
  const { teamId } = await readTeam(system, options.team as string);
  const name = operatorName();
  return {
    db: system.team(teamId),
    actor: { type: 'operator', id: name, name },
    now: new Date(),
    log,
    addressRules: addressRules(config.trackers),
  };
}
