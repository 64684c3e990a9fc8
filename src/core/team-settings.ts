import { validate as isCron } from 'node-cron';
import { z } from 'zod';
import { teamStatement } from '../../db/statement.js';
import type { TeamDatabase } from '../../db/team-database.js';
import { settingsChanged } from './announce.js';
import { type Context, inTransaction } from './context.js';
import { invalidRequest } from './errors.js';
import { OTHER_CARDS_PER_DAY, PAGE_LINK_DAYS } from './numbers.js';
import { PROVIDER_NAME } from './work-item-url.js';

/** True if this is the IANA name of a time zone, such as `Europe/Stockholm`. */
export function isTimeZone(name: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }));
  } catch {
    return false;
  }
}

const settingsOfTeam = teamStatement<{ settings: Record<string, unknown> }>(
  'settings.read',
  'select settings from team_settings where team_id = $1',
);

/** Adds the changed keys ($2) to those chosen before; keys of $3 are reset to their defaults. */
const mergeSettings = teamStatement<
  { settings: Record<string, unknown> },
  [settings: object, reset: readonly string[], now: Date]
>(
  'settings.merge',
  `insert into team_settings (team_id, settings, updated_at) values ($1, $2::jsonb - $3::text[], $4)
   on conflict (team_id) do update
      set settings = (team_settings.settings || excluded.settings) - $3::text[],
          updated_at = excluded.updated_at
   returning settings`,
);

const clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'a time like 18:30');

/**
 * The users who may press buttons: everyone in the workspace, its admins, or these people (Slack
 * user ids).
 */
const whoMayAct = z.union(
  [
    z.enum(['everyone', 'admins']),
    z
      .array(z.string().regex(/^[UW][A-Z0-9]{1,30}$/, 'a Slack user id like U0123456789'))
      .min(1)
      .max(100),
  ],
  { error: 'everyone, admins, or 1 to 100 Slack user ids like U0123456789' },
);

const CARDS_PER_DAY = 'a whole number from 0 to 200';

const tracker = z.string().regex(PROVIDER_NAME, 'the name of a tracker like linear');

/**
 * A team's own settings. Every key has a default; null means the value of the environment
 * (SLACK_CHANNEL, DIGEST_CRON, TZ, AUTO_PUSH), or "none" if there is no such variable.
 */
export const teamSettings = z.object({
  /**
   * New cards per channel within 24 hours, not counting urgent ones; 0 leaves the others to the
   * digest.
   */
  cardsPerDay: z
    .int({ error: CARDS_PER_DAY })
    .min(0, CARDS_PER_DAY)
    .max(200, CARDS_PER_DAY)
    .default(OTHER_CARDS_PER_DAY),
  /** Start and end in the team's time zone, over midnight if `to` is earlier than `from`. */
  quietHours: z
    .object({ from: clock, to: clock })
    .refine(({ from, to }) => from !== to, 'from and to must differ')
    .nullable()
    .default(null),
  /** IANA name. */
  timeZone: z
    .string()
    .refine(isTimeZone, 'an IANA time zone like Europe/Stockholm')
    .nullable()
    .default(null),
  digestCron: z
    .string()
    .max(100)
    .refine(isCron, 'a cron expression like 0 9 * * 1-5')
    .nullable()
    .default(null),
  /** The channel for cards and digests. */
  channel: z
    .string()
    .regex(/^[CG][A-Z0-9_-]{1,30}$/, 'a channel id like C0123456789')
    .nullable()
    .default(null),
  /** Form of participants' names in Slack: first name and initial, the full name, or none. */
  names: z.enum(['short', 'full', 'hidden']).default('short'),
  whoMayAct: whoMayAct.default('everyone'),
  /** True if quotes may appear in channels shared with another organization. */
  quotesInSharedChannels: z.boolean().default(false),
  /** True if quotes may appear in answers inside issues that anyone can read. */
  quotesInPublicIssues: z.boolean().default(false),
  /** The default tracker for new issues. */
  tracker: tracker.nullable().default(null),
  /** The tracker in which an accepted recommendation gets an issue, or `off`. */
  autoPush: tracker.nullable().default(null),
  /** The coding agent, by name or id, that is handed the issues created on acceptance; null for none. */
  handOverTo: z.string().min(1).max(200).nullable().default(null),
  /** True if decisions and outcomes are posted to the linked issue. */
  commentBack: z.boolean().default(true),
  /** True if each quote behind a linked Linear issue is added there as a customer request. */
  customerRequests: z.boolean().default(false),
  /** True if new GitHub issues get labels for the kind of their beliefs and their confidence. */
  beliefLabels: z.boolean().default(false),
  /** True if each action of a recommendation becomes a sub-issue of its new GitHub issue. */
  subIssues: z.boolean().default(false),
  /** True if a recommendation is marked as shipped when its issue is done. */
  autoShip: z.boolean().default(false),
  /** Days for which a signed link to a page opens it without signing in; 0 makes links without a signature. */
  pageLinkDays: z.int().min(0).max(365).default(PAGE_LINK_DAYS),
  trackerDefaults: z
    .object({
      labels: z.array(z.string().min(1).max(100)).max(20).default([]),
      assignee: z.string().min(1).max(200).optional(),
    })
    .default({ labels: [] }),
});

export type TeamSettings = z.infer<typeof teamSettings>;
export type SettingName = keyof TeamSettings;

/** New values by name; undefined resets a setting to its default. */
export type SettingsPatch = { [Name in SettingName]?: TeamSettings[Name] | undefined };

/** The team's settings, with defaults for those that it has not chosen. */
export async function readSettings(db: TeamDatabase): Promise<TeamSettings> {
  return withDefaults((await db.row(settingsOfTeam))?.settings);
}

/**
 * Changes the given settings and leaves the others; every message that looks different now is
 * redrawn. Throws `invalid_request` naming the invalid setting.
 */
export async function changeSettings(ctx: Context, patch: SettingsPatch): Promise<TeamSettings> {
  const names = Object.keys(patch) as SettingName[];
  const wanted = Object.fromEntries(
    names.filter((name) => patch[name] !== undefined).map((name) => [name, patch[name]]),
  );
  const parsed = z.strictObject(teamSettings.shape).partial().safeParse(wanted);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw invalidRequest(`${issue?.path.join('.') || 'settings'}: ${issue?.message ?? 'wrong'}.`);
  }
  const reset = names.filter((name) => patch[name] === undefined);
  return inTransaction(ctx, async (tx) => {
    const row = await tx.db.row(mergeSettings, wanted, reset, tx.now);
    await settingsChanged(tx);
    return withDefaults(row?.settings);
  });
}

/**
 * Settings saved by an older version that are no longer valid fall back to their defaults instead
 * of failing.
 */
function withDefaults(chosen: Record<string, unknown> = {}): TeamSettings {
  const valid = Object.entries(chosen).filter(
    ([name, value]) => teamSettings.shape[name as SettingName]?.safeParse(value).success,
  );
  return teamSettings.parse(Object.fromEntries(valid));
}
