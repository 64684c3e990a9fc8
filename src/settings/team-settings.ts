import { validate as isCron } from 'node-cron';
import { z } from 'zod';
import { mergeSettings, settingsOfTeam } from '../../db/queries/team-settings.js';
import type { TeamDatabase } from '../../db/team-database.js';
import { type Context, inTransaction } from '../context.js';
import { invalidRequest } from '../errors.js';
import { settingsChanged } from '../outbox.js';
import { isTimeZone } from '../time-zone.js';

const clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'a time like 18:30');

/** Who may press buttons: everyone in the workspace, its admins, or the named people (Slack user ids). */
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

const tracker = z.enum(['linear', 'github']);

/**
 * What a team chooses for itself. Every key has a default; null is "as the environment says"
 * (SLACK_CHANNEL, DIGEST_CRON, TZ, AUTO_PUSH), or where there is no such variable, "none".
 */
export const teamSettings = z.object({
  /** New cards in a channel within 24 hours; 0 leaves them all to the digest. */
  cardsPerDay: z.int().min(0).max(200).default(20),
  /** From and to on the clock of the team's time zone, over midnight where `to` is the earlier one. */
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
  /** Where cards and digests go. */
  channel: z
    .string()
    .regex(/^[CG][A-Z0-9_-]{1,30}$/, 'a channel id like C0123456789')
    .nullable()
    .default(null),
  /** How Slack shows participants: first name and initial, the whole name, or none. */
  names: z.enum(['short', 'full', 'hidden']).default('short'),
  whoMayAct: whoMayAct.default('everyone'),
  /** Whether quotes appear in channels that another organisation reads. */
  quotesInSharedChannels: z.boolean().default(false),
  /** Where issues are made unless somebody says otherwise. */
  tracker: tracker.nullable().default(null),
  /** Whether accepting a recommendation makes its issue. */
  autoPush: z.enum(['off', 'linear', 'github']).nullable().default(null),
  /** Whether decisions and outcomes are told to the linked issue. */
  commentBack: z.boolean().default(true),
  /** Whether a recommendation is marked as shipped when its issue is done. */
  autoShip: z.boolean().default(false),
  trackerDefaults: z
    .object({
      labels: z.array(z.string().min(1).max(100)).max(20).default([]),
      assignee: z.string().min(1).max(200).optional(),
    })
    .default({ labels: [] }),
});

export type TeamSettings = z.infer<typeof teamSettings>;
export type SettingName = keyof TeamSettings;

/** New values by name; undefined takes a setting back to its default. */
export type SettingsPatch = { [Name in SettingName]?: TeamSettings[Name] | undefined };

/** What the team has chosen, and the default of everything else. */
export async function readSettings(db: TeamDatabase): Promise<TeamSettings> {
  return withDefaults((await db.row(settingsOfTeam))?.settings);
}

/**
 * Changes what is given and leaves the rest; every message that looks different now is redrawn.
 * Throws `invalid_request` naming the setting that is wrong.
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

/** What an earlier version let through and this one would not is a default again, and stops nothing. */
function withDefaults(chosen: Record<string, unknown> = {}): TeamSettings {
  const valid = Object.entries(chosen).filter(
    ([name, value]) => teamSettings.shape[name as SettingName]?.safeParse(value).success,
  );
  return teamSettings.parse(Object.fromEntries(valid));
}
