import type { ParseArgsConfig } from 'node:util';
import type { SystemDatabase } from '../../db/system-database.js';
import type { Config } from '../config.js';
import type { Logger } from '../log.js';

/** Where a command reads and writes: its answer to `out`, everything else to `err`. */
export interface Streams {
  in: NodeJS.ReadableStream;
  out: NodeJS.WritableStream;
  err: NodeJS.WritableStream;
}

export interface CommandInput {
  /** Positional arguments by the names the command gave them. */
  args: Record<string, string>;
  options: Record<string, string | undefined>;
  /** Options without a value that were given. */
  flags: ReadonlySet<string>;
  /** Values of options that may be repeated, in their order. */
  lists: Record<string, string[] | undefined>;
  json: boolean;
  system: SystemDatabase;
  config: Config;
  log: Logger;
  streams: Streams;
}

/** What every command is, whether it needs the database or not. */
interface AnyCommand {
  /** What is typed, e.g. `team create`. */
  name: string;
  /** One line for the list of commands. */
  summary: string;
  /** Positional arguments, all required. */
  args?: string[];
  options?: NonNullable<ParseArgsConfig['options']>;
  /** Options that must be given. */
  required?: string[];
  show?(answer: never): string;
  /** What is wrong although there is an answer: printed after it, and the command ends with 1. */
  complaint?(answer: never): string | undefined;
}

export interface DatabaseCommand extends AnyCommand {
  /** `migrate` alone works on a database that is not migrated yet. */
  unmigrated?: boolean;
  /** The answer: printed as one JSON document with `--json`, else by `show`; undefined: already written. */
  run(input: CommandInput): Promise<unknown>;
}

/** A command that also works where the configuration or the database does not. */
export interface StandaloneCommand extends AnyCommand {
  runAlone(): Promise<unknown>;
}

export type Command = DatabaseCommand | StandaloneCommand;

/** Declares a command with the answer's type kept between `run` and `show`. */
export const command = <Answer>(
  spec: Omit<DatabaseCommand, 'run' | 'show'> & {
    run(input: CommandInput): Promise<Answer>;
    show?(answer: Answer): string;
  },
): DatabaseCommand => spec as DatabaseCommand;

/** Wrong usage: exit code 2. */
export class UsageError extends Error {}

/** `team create --name NAME [--json]`, as shown in messages. */
export function usage({ name, args = [], options = {}, required = [] }: Command): string {
  const words = args.map((arg) => arg.toUpperCase());
  const flags = Object.entries(options).map(([option, { type, multiple }]) => {
    const value = type === 'boolean' ? '' : ` ${option.replaceAll('-', '_').toUpperCase()}`;
    const flag = `--${option}${value}`;
    return `${required.includes(option) ? flag : `[${flag}]`}${multiple ? '...' : ''}`;
  });
  return ['npm run cli --', name, ...words, ...flags, '[--json]'].join(' ');
}
