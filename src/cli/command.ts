import { once } from 'node:events';
import type { ParseArgsConfig } from 'node:util';
import type { SystemDatabase } from '../../db/system-database.js';
import type { Config } from '../config/config.js';
import type { Logger } from '../core/log.js';

/** Streams of a command: its result goes to `out`, everything else to `err`. */
export interface Streams {
  in: NodeJS.ReadableStream;
  out: NodeJS.WritableStream;
  err: NodeJS.WritableStream;
}

export interface CommandInput {
  /** Positional arguments by the names that the command declares. */
  args: Record<string, string>;
  options: Record<string, string | undefined>;
  /** Options without a value that were given. */
  flags: ReadonlySet<string>;
  /** Values of options that may be repeated, in order. */
  lists: Record<string, string[] | undefined>;
  json: boolean;
  system: SystemDatabase;
  config: Config;
  log: Logger;
  streams: Streams;
  /** Says that a migration was applied. */
  onMigration(name: string): void;
}

/** Properties of every command, with or without a database. */
interface AnyCommand {
  /** The words to type, such as `team create`. */
  name: string;
  /** One line for the list of commands. */
  summary: string;
  /** Positional arguments, all required. */
  args?: string[];
  options?: NonNullable<ParseArgsConfig['options']>;
  /** Options that are mandatory. */
  required?: string[];
  /** Words the result for the terminal; `options` are those that were given. */
  show?(answer: never, options: Record<string, string | undefined>): string;
  /** An error despite a result: it is printed after the result, and the command exits with 1. */
  complaint?(answer: never): string | undefined;
}

export interface DatabaseCommand extends AnyCommand {
  /** Set for `migrate` only, which works on a database that is not migrated yet. */
  unmigrated?: boolean;
  /**
   * Returns the result, which is printed as one JSON document with `--json`, or else by `show`; undefined if it is
   * already written.
   */
  run(input: CommandInput): Promise<unknown>;
}

/** A command that also works without a valid configuration or a database. */
export interface StandaloneCommand extends AnyCommand {
  runAlone(): Promise<unknown>;
}

export type Command = DatabaseCommand | StandaloneCommand;

/** Declares a command and keeps the result's type between `run` and `show`. */
export const command = <Answer>(
  spec: Omit<DatabaseCommand, 'run' | 'show'> & {
    run(input: CommandInput): Promise<Answer | undefined>;
    show?(answer: Answer, options: Record<string, string | undefined>): string;
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

/** Parses an option as a whole number; undefined if the option is absent. Throws UsageError. */
export function wholeNumber(
  options: Record<string, string | undefined>,
  name: string,
  { min, max }: { min: number; max: number },
): number | undefined {
  const text = options[name];
  if (text === undefined) return undefined;
  const number = Number(text);
  if (!/^\d+$/.test(text) || number < min || number > max) {
    throw new UsageError(`--${name} must be a whole number from ${min} to ${max}, not "${text}".`);
  }
  return number;
}

/** Returns an option's value, which must be one of those allowed, or the default. Throws UsageError. */
export function oneOf<T extends string>(
  options: Record<string, string | undefined>,
  name: string,
  allowed: readonly T[],
  fallback: T,
): T {
  const text = options[name] ?? fallback;
  if (!allowed.includes(text as T)) {
    throw new UsageError(`--${name} must be ${allowed.join(' or ')}, not "${text}".`);
  }
  return text as T;
}

/** Replaces control characters, which a terminal would obey: names and words of interviews can contain them. */
export const printable = (text: string): string => text.replace(/[^\P{Cc}\n\t]/gu, '\ufffd');

/** Writes the text, and waits if the reader is slow. */
export async function write(stream: NodeJS.WritableStream, text: string): Promise<void> {
  if (!stream.write(text)) await once(stream, 'drain');
}
