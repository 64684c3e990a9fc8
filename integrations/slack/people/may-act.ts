import type { Context } from '../../../src/context.js';
import { Refusal } from '../../../src/errors.js';
import { readSettings, type TeamSettings } from '../../../src/settings/team-settings.js';
import { SETTINGS_MODAL } from '../messages/settings-modal.js';
import type { Slack } from '../slack.js';
import type { Person } from './people.js';

/** Reading changes nothing, and is for everybody in the workspace. */
const READS: ReadonlySet<string> = new Set([
  'card.details',
  'home.filter',
  'home.page',
  // for admins, whoever may act
  'home.settings',
  SETTINGS_MODAL,
  'answer.share',
  'answer.sources',
  'answer.helpful',
]);

const WHO = {
  everyone: 'full members of the workspace',
  admins: 'workspace admins',
  chosen: 'people whom an admin has chosen',
};

/** Throws `forbidden`, saying who may, where the team lets this person only read. */
export async function refuseUnlessAllowed(
  { people }: Slack,
  ctx: Context,
  person: Person,
  action: string,
): Promise<void> {
  if (READS.has(action)) return;
  const { whoMayAct } = await readSettings(ctx.db);
  if (mayAct(whoMayAct, await people.certain(person))) return;
  const who = WHO[typeof whoMayAct === 'string' ? whoMayAct : 'chosen'];
  throw new Refusal(
    'forbidden',
    `In this team only ${who} may do this. You can read everything and ask; a workspace admin can change "Who may act" in the settings in App Home.`,
  );
}

/** Guests of the workspace are not "everyone": they act where they are named. */
function mayAct(whoMayAct: TeamSettings['whoMayAct'], person: Person): boolean {
  const { userId, isAdmin, isGuest } = person;
  if (whoMayAct === 'everyone') return !isGuest;
  return whoMayAct === 'admins' ? isAdmin : whoMayAct.includes(userId);
}

/** Throws `forbidden` for whoever does not administer the workspace. */
export async function refuseUnlessAdmin({ people }: Slack, person: Person): Promise<void> {
  if ((await people.certain(person)).isAdmin) return;
  throw new Refusal('forbidden', 'Only admins of the workspace may change the settings.');
}
