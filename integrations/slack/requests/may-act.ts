import type { Context } from '../../../src/core/context.js';
import { Refusal } from '../../../src/core/errors.js';
import { readSettings, type TeamSettings } from '../../../src/core/team-settings.js';
import type { Person } from '../connection/people.js';
import type { Slack } from '../connection/slack.js';

/** Callback id of the settings form. */
export const SETTINGS_MODAL = 'team.settings';

/** Actions that change nothing and are open to every user in the workspace. */
const READS: ReadonlySet<string> = new Set([
  'card.details',
  'gap.read-draft',
  'study.read',
  'belief.open',
  'belief.find',
  'belief.quotes',
  'belief.seek',
  'home.tab',
  'home.filter',
  'home.page',
  // for admins only, whatever the team allows others to do
  'home.settings',
  SETTINGS_MODAL,
  'answer.share',
  'answer.sources',
  'answer.helpful',
  'answer.why-not',
  'home.ratings',
]);

const WHO = {
  everyone: 'full members of the workspace',
  admins: 'workspace admins',
  chosen: 'people chosen by an admin',
};

/** Throws `forbidden`, naming who may act, if the team lets this user only read. */
export async function refuseUnlessAllowed(
  { people }: Slack,
  ctx: Context,
  person: Person,
  action: string,
): Promise<void> {
  if (READS.has(action)) return;
  const { whoMayAct } = await readSettings(ctx.db);
  if (isAllowed(whoMayAct, await people.certain(person))) return;
  const who = WHO[typeof whoMayAct === 'string' ? whoMayAct : 'chosen'];
  throw new Refusal(
    'forbidden',
    `In this team, only ${who} may do this. You can read everything and ask questions; a workspace admin can change "Who may act" in the settings in App Home.`,
  );
}

/** True if the team lets this user do more than read. */
export async function mayAct({ people }: Slack, ctx: Context, person: Person): Promise<boolean> {
  const { whoMayAct } = await readSettings(ctx.db);
  return isAllowed(whoMayAct, await people.certain(person));
}

/** Guests of the workspace do not count as "everyone": they may act only if named. */
function isAllowed(whoMayAct: TeamSettings['whoMayAct'], person: Person): boolean {
  const { userId, isAdmin, isGuest } = person;
  if (whoMayAct === 'everyone') return !isGuest;
  return whoMayAct === 'admins' ? isAdmin : whoMayAct.includes(userId);
}

/** Throws `forbidden` for users who are not admins of the workspace. */
export async function refuseUnlessAdmin({ people }: Slack, person: Person): Promise<void> {
  if ((await people.certain(person)).isAdmin) return;
  throw new Refusal('forbidden', 'Only admins of the workspace may change the settings.');
}
