import { createTeam, setTeam, teams } from '../../core/teams/teams.js';
import { command, UsageError } from '../command.js';
import { wholeNumber } from '../options.js';

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
    `${teamId}  ${name}: ${interviewsLeft ?? 'no'} interviews left, low at ${lowBalanceAt ?? 'no number'}.`,
});
