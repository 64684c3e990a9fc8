import { parseArgs } from 'node:util';
import { type Command, UsageError, usage } from './command.js';
import { commands } from './commands.js';

export interface ParsedCommand {
  command: Command;
  args: Record<string, string>;
  options: Record<string, string | undefined>;
  flags: ReadonlySet<string>;
  lists: Record<string, string[] | undefined>;
  json: boolean;
}

function list(): string {
  const width = Math.max(...commands.map(({ name }) => name.length)) + 2;
  return [
    'Usage: npm run cli -- COMMAND [--json]',
    '',
    ...commands.map(({ name, summary }) => `  ${name.padEnd(width)}${summary}`),
    '',
    'npm run cli -- COMMAND --help shows the options of one.',
  ].join('\n');
}

/** Asked for help: its text is the answer, and no mistake. */
export class HelpRequested extends Error {}

const wrong = (command: Command, message: string): UsageError =>
  new UsageError(`${message}\nUsage: ${usage(command)}`);

function find(argv: string[]): Command {
  const command = commands.find(({ name }) => {
    const words = name.split(' ');
    return words.every((word, index) => argv[index] === word);
  });
  if (command) return command;
  const asked = argv.filter((word) => !word.startsWith('-')).join(' ');
  if (asked === 'help' || argv.includes('--help')) throw new HelpRequested(list());
  if (!asked) throw new UsageError(`No command was given.\n${list()}`);
  throw new UsageError(`There is no command ${JSON.stringify(asked)}.\n${list()}`);
}

/** Reads a command line. Throws UsageError naming what was wrong, or HelpRequested. */
export function parseCommand(argv: string[]): ParsedCommand {
  const command = find(argv);
  if (argv.includes('--help'))
    throw new HelpRequested(`${command.summary}\nUsage: ${usage(command)}`);
  let parsed: { values: Record<string, unknown>; positionals: string[] };
  try {
    parsed = parseArgs({
      args: argv.slice(command.name.split(' ').length),
      options: { ...command.options, json: { type: 'boolean' } },
      allowPositionals: true,
    });
  } catch (error) {
    throw wrong(command, (error as Error).message);
  }
  const { json, ...values } = parsed.values;
  const entries = Object.entries(values);
  const of = <T>(is: (value: unknown) => value is T) =>
    Object.fromEntries(entries.filter((entry): entry is [string, T] => is(entry[1])));
  const options = of((value) => typeof value === 'string');
  const names = command.args ?? [];
  const extra = parsed.positionals[names.length];
  if (extra !== undefined) throw wrong(command, `Unexpected argument ${JSON.stringify(extra)}.`);
  const missing = names[parsed.positionals.length];
  if (missing) throw wrong(command, `${missing.toUpperCase()} is missing.`);
  for (const option of command.required ?? []) {
    if (!options[option]) throw wrong(command, `--${option} is missing.`);
  }
  const args = Object.fromEntries(names.map((name, i) => [name, parsed.positionals[i] as string]));
  const flags = new Set(entries.filter(([, value]) => value === true).map(([name]) => name));
  const lists = of((value): value is string[] => Array.isArray(value));
  return { command, args, options, flags, lists, json: json === true };
}
