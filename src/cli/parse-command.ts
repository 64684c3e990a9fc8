import { parseArgs } from 'node:util';
import { type Command, UsageError, usage } from './command.js';
import { commands } from './commands.js';

/** Descriptions of the options for `--help`. An option means the same in every command that has it. */
export const OPTION_HELP: Record<string, string> = {
  team: 'the team, by the id that `team list` shows',
  name: 'its name',
  'interviews-left': 'number of interviews that the team may still hold',
  'low-balance-at': 'number of interviews left at which the inbox warns',
  set: 'one setting, as name=value; without a value it goes back to its default',
  yes: 'delete it; this cannot be undone',
  scope: 'read (reads, search, ask) or write (everything); default: write for a key, read for mcp',
  'expires-in-days': 'number of days until it expires, 1 to 3650; default: never',
  study: 'the study, by its name; `ingest` creates it if there is none',
  interviewer: 'the interviewer, if detected wrongly; may be repeated',
  map: 'a column of a CSV or field of a JSON, as quote=COLUMN; may be repeated',
  mask: 'replace e-mail addresses, telephone and card numbers before anything is stored',
  anonymous: 'store no participant’s name',
  estimate: 'say what reading would take with the configured model, and read nothing',
  watch: 'keep watching the folder until interrupted',
  participant:
    'a participant, as named in the talk; everyone else is an interviewer; may be repeated',
  own: 'only the entries that the team wrote or changed',
  label: 'the same as --as',
  into: 'the id of the one that stays',
  as: 'the belief as a sentence that someone could disagree with, of at least three words; for a theme, its new name',
  quote: 'the id of a quote to move out; may be repeated',
  add: 'a question to add; may be repeated',
  remove: 'a question to remove; may be repeated',
  likely: 'list quotes without a belief that are likely to support it, instead of its own',
  limit: 'maximum number of entries, 1 to 10000',
  days: 'number of days until it expires, 1 to 90; default: 7',
  json: 'one JSON document on standard output',
};

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

/** A command's summary, usage and options. */
function helpOf(command: Command): string {
  const options = [...Object.keys(command.options ?? {}), 'json'];
  const width = Math.max(...options.map((option) => option.length)) + 4;
  return [
    `Usage: ${usage(command)}`,
    '',
    `  ${command.summary}`,
    '',
    ...options.map((option) => `  ${`--${option}`.padEnd(width)}${OPTION_HELP[option]}`),
  ].join('\n');
}

/** Thrown for `--help`: the help text is the result, not an error. */
export class HelpRequested extends Error {}

const wrong = (command: Command, message: string): UsageError =>
  new UsageError(`${message}\nUsage: ${usage(command)}`);

const asksForHelp = (argv: readonly string[]): boolean =>
  argv.includes('--help') || argv.includes('-h');

function find(argv: string[]): Command {
  const command = commands.find(({ name }) => {
    const words = name.split(' ');
    return words.every((word, index) => argv[index] === word);
  });
  if (command) return command;
  const words = argv.filter((word) => !word.startsWith('-'));
  // `team destroy` is two words of a command, `injest /tmp/x` one word and its argument
  const isGroup = commands.some(({ name }) => name.startsWith(`${words[0]} `));
  const asked = words.slice(0, isGroup ? 2 : 1).join(' ');
  if (asksForHelp(argv)) throw new HelpRequested(list());
  if (!asked) throw new UsageError(`No command was given.\n${list()}`);
  throw new UsageError(`There is no command ${JSON.stringify(asked)}. \`help\` lists them all.`);
}

/** The parser's message on one line, without its advice on arguments that start with a dash. */
const wordsOf = (error: unknown): string =>
  (error as Error).message.replace(/ To specify a positional argument.*/s, '').replace(/\s+/g, ' ');

/** Reorders the words: `help team list` means `team list --help`, and `--json` may come first. */
function inOrder([first, ...rest]: readonly string[]): string[] {
  if (first === 'help') return [...rest, '--help'];
  if (first === undefined) return [];
  return first === '--json' ? [...rest, first] : [first, ...rest];
}

/** Parses a command line. Throws UsageError with a description of the mistake, or HelpRequested. */
export function parseCommand(words: readonly string[]): ParsedCommand {
  const argv = inOrder(words);
  const command = find(argv);
  if (asksForHelp(argv)) throw new HelpRequested(helpOf(command));
  let parsed: { values: Record<string, unknown>; positionals: string[] };
  try {
    parsed = parseArgs({
      args: argv.slice(command.name.split(' ').length),
      options: { ...command.options, json: { type: 'boolean' } },
      allowPositionals: true,
    });
  } catch (error) {
    throw wrong(command, wordsOf(error));
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
