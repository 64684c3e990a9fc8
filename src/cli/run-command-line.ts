import { DatabaseUnavailable } from '../../db/why-unavailable.js';
import { databaseUnavailable } from '../core/database-unavailable.js';
import { ConfigError, explain, Refusal } from '../core/errors.js';
import { subscribe } from '../core/events.js';
import { createLog } from '../core/log.js';
import { eventHandlers } from '../server/event-handlers.js';
import { loadConfig } from '../server/load-config.js';
import { type DatabaseCommand, printable, type Streams, UsageError, write } from './command.js';
import { HelpRequested, type ParsedCommand, parseCommand } from './parse-command.js';
import { withDatabase } from './with-database.js';

const DONE = 0;
const REFUSED = 1;
const WRONG_USAGE = 2;
const MENDABLE = [Refusal, UsageError, ConfigError, DatabaseUnavailable];

/** Runs one command and returns its exit code. */
export async function runCommandLine(argv: string[], streams: Streams): Promise<number> {
  try {
    const complaint = await execute(parseCommand(argv), streams);
    if (complaint === undefined) return DONE;
    await write(streams.err, `${complaint}\n`);
    return REFUSED;
  } catch (error) {
    if (error instanceof HelpRequested) {
      await write(streams.out, `${error.message}\n`);
      return DONE;
    }
    const line = databaseUnavailable(error) ?? notAllowed(error) ?? explain(error, MENDABLE);
    await write(streams.err, `${line}\n`);
    return error instanceof UsageError ? WRONG_USAGE : REFUSED;
  }
}

/**
 * The message for a database role that lacks a privilege, such as the role of deploy/app-role.sql; otherwise
 * undefined.
 */
function notAllowed(error: unknown): string | undefined {
  if (!(error instanceof Error) || (error as { code?: unknown }).code !== '42501') return undefined;
  return `The database user of DATABASE_URL may not do this (${error.message}). Run it as the owner of the tables.`;
}

/** Prints the result. Returns the command's complaint, if it has one. */
async function execute(parsed: ParsedCommand, streams: Streams): Promise<string | undefined> {
  const { command, json } = parsed;
  const answer = 'run' in command ? await run(command, parsed, streams) : await command.runAlone();
  if (answer === undefined) return undefined;
  const text =
    json || !command.show
      ? toJson(answer)
      : printable(command.show(answer as never, parsed.options));
  await write(streams.out, `${text}\n`);
  return command.complaint?.(answer as never);
}

function run(
  command: DatabaseCommand,
  { args, options, flags, lists, json }: ParsedCommand,
  streams: Streams,
): Promise<unknown> {
  subscribe(eventHandlers);
  const config = loadConfig();
  const log = createLog(config.logLevel === 'info' ? 'warn' : config.logLevel);
  // a command that happens to come first to an empty database is not about migrations
  const onMigration = (name: string): void => {
    if (command.unmigrated) streams.err.write(`Applied migration ${name}.\n`);
  };
  return withDatabase(config, command, onMigration, (system) =>
    command.run({ args, options, flags, lists, json, system, config, log, streams, onMigration }),
  );
}

/** Instants are epoch milliseconds, as in the API. */
const toJson = (answer: unknown): string =>
  JSON.stringify(answer, function (this: Record<string, unknown>, key, value) {
    const original = this[key];
    return original instanceof Date ? original.getTime() : value;
  });
