import { clearRemains } from '../../../db/clear-remains.js';
import { contentsOfTeam, deleteTeam } from '../../core/delete-team.js';
import { createKey, listKeys, revokeKey } from '../../core/keys.js';
import { days } from '../../core/numbers.js';
import {
  changeSettings,
  readSettings,
  type SettingName,
  type SettingsPatch,
  type TeamSettings,
  teamSettings,
} from '../../core/team-settings.js';
import { createTeam, setTeam, teams } from '../../core/teams.js';
import { counted } from '../../core/words.js';
import { checkNames } from '../../issues/check-names.js';
import { configuredTrackers } from '../../server/trackers.js';
import { type CommandInput, command, oneOf, UsageError, wholeNumber, write } from '../command.js';
import { operatorContext } from '../with-database.js';

const MAX_BALANCE = { min: 0, max: 1_000_000 };

function named(name: string | undefined): string {
  if (!name?.trim()) throw new UsageError('--name must not be empty.');
  return name.trim();
}

export const teamCreate = command({
  name: 'team create',
  summary: 'create a team',
  options: { name: { type: 'string' } },
  required: ['name'],
  run: ({ system, options }) => createTeam(system, named(options.name)),
  show: ({ teamId, name }) => `Created team ${teamId} (${name}).`,
});

export const teamList = command({
  name: 'team list',
  summary: 'list the teams',
  run: ({ system }) => teams(system),
  show: (rows) =>
    rows.map(({ teamId, name }) => `${teamId}  ${name}`).join('\n') || 'There is no team yet.',
});

export const teamSet = command({
  name: 'team set',
  summary: 'change a team: its name, its interview balance',
  args: ['teamId'],
  options: {
    'interviews-left': { type: 'string' },
    'low-balance-at': { type: 'string' },
    name: { type: 'string' },
  },
  run: async ({ system, args, options }) => {
    const interviewsLeft = wholeNumber(options, 'interviews-left', MAX_BALANCE);
    const lowBalanceAt = wholeNumber(options, 'low-balance-at', MAX_BALANCE);
    const team = await setTeam(system, args.teamId as string, {
      ...(options.name !== undefined && { name: named(options.name) }),
      ...(interviewsLeft !== undefined && { interviewsLeft }),
      ...(lowBalanceAt !== undefined && { lowBalanceAt }),
    });
    return {
      teamId: team.teamId,
      name: team.name,
      interviewsLeft: team.interviewsLeft,
      lowBalanceAt: team.lowBalanceAt,
    };
  },
  show: ({ teamId, name, interviewsLeft, lowBalanceAt }) =>
    `${teamId}  ${name}: interviews left: ${interviewsLeft ?? 'not set'}, low at: ${lowBalanceAt ?? 'not set'}.`,
});

export const teamDelete = command({
  name: 'team delete',
  summary: 'delete a team with everything it holds; without --yes, only say what that is',
  options: { team: { type: 'string' }, yes: { type: 'boolean' } },
  required: ['team'],
  run: async ({ system, config, options, flags }) => {
    const teamId = options.team as string;
    if (!flags.has('yes')) {
      return { ...(await contentsOfTeam(system, teamId)), deleted: false, remains: [] };
    }
    const embedded = config.databaseUrl === undefined;
    const contents = await deleteTeam(system, teamId, { embedded });
    const remains = await clearRemains(system.dataSource, { embedded });
    if (config.teamId === teamId) remains.push(NAMED_BY_SETTINGS);
    return { ...contents, deleted: true, remains };
  },
  show: ({ teamId, name, interviews, quotes, beliefs, keys, deleted, remains }) =>
    [
      `${deleted ? 'Deleted' : 'This would delete'} team ${teamId} (${name}): ${counted(interviews, 'interview')}, ${counted(quotes, 'quote')}, ${counted(beliefs, 'belief')}, ${counted(keys, 'key')}, and everything else it holds.`,
      ...remains,
    ].join('\n'),
  complaint: ({ deleted }: { deleted: boolean }) =>
    deleted ? undefined : 'Nothing was deleted. To delete it, which cannot be undone, add --yes.',
});

const NAMED_BY_SETTINGS =
  'TEAM_ID still names this team: remove it or name another, and restart the service. Until then its Slack and tracker settings belong to no team.';

export const keyCreate = command({
  name: 'key create',
  summary: 'create an API key; it is shown this once',
  options: {
    team: { type: 'string' },
    scope: { type: 'string' },
    name: { type: 'string' },
    'expires-in-days': { type: 'string' },
  },
  required: ['team'],
  run: async (input) => {
    const scope = oneOf(input.options, 'scope', ['read', 'write'] as const, 'write');
    const lasts = wholeNumber(input.options, 'expires-in-days', { min: 1, max: 3650 });
    const ctx = await operatorContext(input);
    return createKey(ctx, {
      name: input.options.name ?? 'unnamed',
      scope,
      ...(lasts && { expiresAt: new Date(ctx.now.getTime() + days(lasts)) }),
    });
  },
  show: ({ key, keyId, scope }) =>
    `${key}\nThis is the only time the key is shown. Its id is ${keyId}, its scope ${scope}.`,
});

export const keyList = command({
  name: 'key list',
  summary: "list a team's keys, without their secrets",
  options: { team: { type: 'string' } },
  required: ['team'],
  run: async (input) => listKeys(await operatorContext(input)),
  show: (keys) =>
    keys
      .map(({ keyId, name, scope, status }) => `${keyId}  ${scope.padEnd(5)}  ${status}  ${name}`)
      .join('\n') || 'The team has no key.',
});

export const keyRevoke = command({
  name: 'key revoke',
  summary: 'revoke a key at once, everywhere',
  args: ['keyId'],
  run: ({ system, args }) => revokeKey(system, args.keyId as string),
  show: ({ keyId }) => `Revoked ${keyId}.`,
});

const names = Object.keys(teamSettings.shape) as SettingName[];

/**
 * Parses `key=value`, where the value is JSON or plain text. Without a value, the setting is reset to its default.
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

/** Says on stderr which names the team's trackers do not know; the settings are saved. */
async function warnOfUnknownNames(input: CommandInput, saved: TeamSettings): Promise<void> {
  const { system, config, log, args, streams } = input;
  const { publicUrl = '' } = config;
  const { teamId, trackers } = await configuredTrackers({ config, system, log, publicUrl });
  if (teamId !== args.teamId) return;
  for (const remark of await checkNames(trackers, saved)) {
    await write(streams.err, `Saved. ${remark}\n`);
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
    if (!patch) return readSettings(ctx.db);
    const saved = await changeSettings(ctx, patch);
    if (patch.trackerDefaults || patch.handOverTo) await warnOfUnknownNames(input, saved);
    return saved;
  },
  show: (chosen) =>
    Object.entries(chosen)
      .map(([name, value]) => `${name.padEnd(24)}${JSON.stringify(value)}`)
      .join('\n'),
});
