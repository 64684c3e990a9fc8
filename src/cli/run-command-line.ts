import { DatabaseUnavailable } from '../../db/database-unavailable.js';
import { ConfigError, loadConfig } from '../config.js';
import { Refusal } from '../errors.js';
import { createLog } from '../log.js';
import { type Streams, UsageError } from './command.js';
import { HelpRequested, type ParsedCommand, parseCommand } from './parse-command.js';
import { withDatabase } from './with-database.js';
import { write } from './write.js';

const DONE = 0;
const REFUSED = 1;
const WRONG_USAGE = 2;

/** Runs one command of operator.md and gives its exit code. */
export async function runCommandLine(argv: string[], streams: Streams): Promise<number> {
  try {
    await execute(parseCommand(argv), streams);
    return DONE;
  } catch (error) {
    if (error instanceof HelpRequested) {
      await write(streams.out, `${error.message}\n`);
      return DONE;
    }
    await write(streams.err, `${explain(error)}\n`);
    return error instanceof UsageError ? WRONG_USAGE : REFUSED;
  }
}

async function execute(parsed: ParsedCommand, streams: Streams): Promise<void> {
  const { command, args, options, json } = parsed;
  const config = loadConfig();
  const log = createLog(config.logLevel === 'info' ? 'warn' : config.logLevel);
  const answer = await withDatabase(config, command, (system) =>
    command.run({ args, options, json, system, config, log, streams }),
  );
  if (answer === undefined) return;
  const text = json || !command.show ? toJson(answer) : command.show(answer as never);
  await write(streams.out, `${text}\n`);
}

/** Instants are epoch milliseconds, as everywhere outside (api.md). */
const toJson = (answer: unknown): string =>
  JSON.stringify(answer, function (this: Record<string, unknown>, key, value) {
    const original = this[key];
    return original instanceof Date ? original.getTime() : value;
  });

/** One line for what the operator can mend; a fault of ours keeps its stack. */
function explain(error: unknown): string {
  const known =
    error instanceof Refusal ||
    error instanceof UsageError ||
    error instanceof ConfigError ||
    error instanceof DatabaseUnavailable;
  if (known) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
