import {
  changeSettings,
  readSettings,
  type SettingName,
  type SettingsPatch,
  teamSettings,
} from '../../core/team-settings.js';
import { command, UsageError } from '../command.js';
import { operatorContext } from '../operator-context.js';

const names = Object.keys(teamSettings.shape) as SettingName[];

/**
 * `key=value`, the value as JSON or plain text; without a value the setting is reset to its
 * default.
 */
function patchOf(assignment: string | undefined): SettingsPatch | undefined {
  if (assignment === undefined) return undefined;
  const [name = '', ...rest] = assignment.split('=');
  if (!names.includes(name as SettingName)) {
    throw new UsageError(`--set must name one of ${names.join(', ')}, not "${name}".`);
  }
  const text = rest.join('=');
  return { [name]: text === '' ? undefined : readValue(text) };
}

function readValue(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

export const settings = command({
  name: 'settings',
  summary: "show a team's settings, or change one with --set name=value",
  args: ['teamId'],
  options: { set: { type: 'string' } },
  run: async (input) => {
    const { args, options } = input;
    const ctx = await operatorContext({ ...input, options: { team: args.teamId } });
    const patch = patchOf(options.set);
    return patch ? changeSettings(ctx, patch) : readSettings(ctx.db);
  },
  show: (chosen) =>
    Object.entries(chosen)
      .map(([name, value]) => `${name.padEnd(24)}${JSON.stringify(value)}`)
      .join('\n'),
});
