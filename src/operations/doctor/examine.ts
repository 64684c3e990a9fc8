import { sealedTokens } from '../../../db/queries/slack-workspaces.js';
import type { SystemDatabase } from '../../../db/system-database.js';
import { teamsWithoutTokens } from '../../analysis/queries/model.js';
import type { Config } from '../../config/config.js';
import { type Check, checked, off, ok, wrong } from '../../core/check.js';
import { type Cipher, cipherOfSettings, Undecipherable } from '../../core/encryption.js';
import { createLog } from '../../core/log.js';
import { readSettings } from '../../core/team-settings.js';
import { teamOfSettings } from '../../core/teams.js';
import { day, listed } from '../../core/words.js';
import { countJobs } from '../../jobs/index.js';
import { checkConfiguration } from './check-configuration.js';
import { checkDatabase } from './check-database.js';
import { checkDisks } from './check-disks.js';
import { checkTrackers } from './check-trackers.js';
import { checkedOutside } from './checked-outside.js';

/**
 * Slack and Linear reject signed requests that look older than this, and so do we (according to both platforms'
 * docs).
 */
const TOLERANCE_SECS = 60;
const CLOSE_ENOUGH_SECS = 10;

/**
 * Checks the difference between this machine's clock and others.
 * @param skews seconds by which this machine is ahead, by owner of the other clock
 */
function checkClock(skews: ReadonlyMap<string, number>): Check {
  const [worst] = [...skews].sort((a, b) => Math.abs(b[1]) - Math.abs(a[1]));
  if (!worst) return off('clock', 'nothing to compare it with');
  const [whose, secs] = worst;
  const rounded = Math.round(Math.abs(secs));
  const detail = `${rounded} s ${secs < 0 ? 'behind' : 'ahead of'} ${whose}`;
  if (rounded <= CLOSE_ENOUGH_SECS) return ok('clock', detail);
  return wrong(
    'clock',
    detail,
    `Synchronise this machine's clock (NTP): requests signed more than ${TOLERANCE_SECS} s away are refused.`,
  );
}

/** Seconds by which this machine is ahead of a `Date` header that just arrived; undefined without a header. */
function skewOf(date: string | null | undefined): number | undefined {
  const at = Date.parse(date ?? '');
  return Number.isNaN(at) ? undefined : (Date.now() - at) / 1000;
}

const PATIENCE_MS = 5_000;

/** Checks every part of the installation; changes nothing. Never throws. */
export async function examine(config: Config): Promise<Check[]> {
  const database = await checkDatabase(config).catch((error: Error) => ({
    checks: [wrong('database', error.message, 'Fix the problem named here.')],
    skewSecs: undefined,
    system: undefined,
    close: async () => {},
  }));
  const { system } = database;
  const others = await Promise.all([
    ...team(config, system),
    ...(system ? [checked('jobs', () => checkJobs(system))] : []),
    slack(config, system),
    ...workspaces(config, system),
    ...checkTrackers(config, system),
    model(config),
    ...tokens(config, system),
    embeddings(config),
  ]).finally(() => database.close());
  const skews = await clocks(config);
  if (database.skewSecs !== undefined) skews.set('the database', database.skewSecs);
  return [
    ...checkConfiguration(config),
    ...database.checks,
    ...checkDisks(config),
    ...others,
    checkClock(skews),
  ];
}

function team(config: Config, system: SystemDatabase | undefined): Promise<Check>[] {
  const { slack, trackers } = config;
  if (!system || !(slack ?? trackers.find(({ connect }) => connect))) return [];
  return [checked('team', () => checkTeam(config, system))];
}

/** A worker takes a due job within seconds; the alert in docs/runbook.md has the same limit. */
const OVERDUE_SECS = 60;

async function checkJobs(system: SystemDatabase): Promise<Check> {
  const { due, oldestDueSecs } = await countJobs(system);
  if (oldestDueSecs <= OVERDUE_SECS) return ok('jobs', 'none is overdue');
  return wrong(
    'jobs',
    `${due} due, the oldest for ${Math.round(oldestDueSecs)} s: no worker takes them, or too few`,
    "Start a worker, or look into a running one's log.",
  );
}

function workspaces(
  { slackOAuth, encryptionKey }: Config,
  system: SystemDatabase | undefined,
): Promise<Check>[] {
  if (!system || !slackOAuth || !encryptionKey) return [];
  const cipher = cipherOfSettings(encryptionKey);
  return [checked('workspaces', () => checkWorkspaces(cipher, system))];
}

function slack(
  { slack, slackOAuth, slackApiUrl, teamId }: Config,
  system: SystemDatabase | undefined,
): Promise<Check> {
  if (!slack) {
    const how = slackOAuth ? 'workspaces install it by OAuth' : 'without SLACK_BOT_TOKEN';
    return Promise.resolve(off('slack', how));
  }
  return checkedOutside('slack', 'Slack', async () => {
    const { checkSlack } = await import('../../../integrations/slack/connection/health.js');
    const channelId = (await chosenChannel(system, teamId)) ?? slack.channelId;
    return checkSlack(
      {
        botToken: slack.botToken.reveal(),
        ...(channelId && { channelId }),
        ...(slackApiUrl && { apiUrl: slackApiUrl }),
      },
      createLog('silent'),
    );
  });
}

/** The channel that the team chose in App Home, which takes precedence over SLACK_CHANNEL. */
async function chosenChannel(
  system: SystemDatabase | undefined,
  teamId: string | undefined,
): Promise<string | undefined> {
  const found = system && (await teamOfSettings(system, teamId));
  if (!system || !found || !('team' in found)) return undefined;
  return (await readSettings(system.team(found.team.teamId))).channel ?? undefined;
}

function model({ llm }: Config): Promise<Check> {
  if (!llm) return Promise.resolve(off('model', 'without LLM_PROVIDER: the built-in analysis'));
  return checkedOutside('model', "the model's server", async () => {
    const { checkLanguageModel } = await import('../../../integrations/models/check-models.js');
    return checkLanguageModel(llm);
  });
}

/** Lists teams that have used up their tokens for the day. */
function tokens({ llm }: Config, system: SystemDatabase | undefined): Promise<Check>[] {
  const limit = llm?.dailyTokens;
  if (limit === undefined || !system) return [];
  return [
    checked('tokens', async () => {
      const teams = await system.rows(teamsWithoutTokens, day(new Date()), limit);
      if (teams.length === 0) return ok('tokens', `every team has tokens left of ${limit} per day`);
      return wrong(
        'tokens',
        `used up today by ${listed(teams.map(({ teamId }) => teamId))}: what they ingest waits`,
        'It is read after midnight UTC. To read it sooner, raise LLM_DAILY_TOKENS and ingest again.',
      );
    }),
  ];
}

function embeddings({ embeddings }: Config): Promise<Check> {
  if (!embeddings) {
    return Promise.resolve(off('embeddings', 'without EMBEDDINGS_BASE_URL: the built-in search'));
  }
  return checkedOutside('embeddings', "the embeddings' server", async () => {
    const { checkEmbeddings } = await import('../../../integrations/models/check-models.js');
    return checkEmbeddings(embeddings);
  });
}

/**
 * Seconds by which this machine is ahead of each configured service, by the `Date` header of the response to an
 * anonymous request.
 */
async function clocks({ slack, slackApiUrl, trackers }: Config): Promise<Map<string, number>> {
  const asked: [string, string | undefined][] = [
    ['Slack', slack && (slackApiUrl ?? 'https://slack.com/api/')],
    ...trackers.map(({ name, apiUrl, connect }): [string, string | undefined] => [
      name,
      connect && apiUrl,
    ]),
  ];
  const skews = new Map<string, number>();
  await Promise.all(
    asked.map(async ([name, url]) => {
      if (!url) return;
      const signal = AbortSignal.timeout(PATIENCE_MS);
      const answer = await fetch(url, { method: 'HEAD', signal }).catch(() => undefined);
      const skew = skewOf(answer?.headers.get('date'));
      if (skew !== undefined) skews.set(name, skew);
    }),
  );
  return skews;
}

/** Checks that the settings of Slack and the trackers belong to a team; without one, the service turns them off. */
async function checkTeam({ teamId, trackers }: Config, system: SystemDatabase): Promise<Check> {
  const found = await teamOfSettings(system, teamId);
  if ('team' in found) return ok('team', `the settings belong to ${found.team.name}`);
  const why = found.whyNone;
  return wrong(
    'team',
    `${listed(['Slack', ...trackers.map(({ name }) => name)])} stay off`,
    `${why.charAt(0).toUpperCase()}${why.slice(1)}`,
  );
}

/**
 * Checks that ENCRYPTION_KEY decrypts the tokens of the workspaces that installed the app, and
 * reports whether older keys are still needed.
 */
async function checkWorkspaces(cipher: Cipher, system: SystemDatabase): Promise<Check> {
  const tokens = (await system.rows(sealedTokens)).map(({ sealedToken }) => sealedToken);
  const closed = tokens.filter((token) => !opens(cipher, token)).length;
  if (closed > 0) {
    return wrong(
      'workspaces',
      `the tokens of ${closed} of ${tokens.length} cannot be read`,
      'Add the old key to ENCRYPTION_KEY, after a comma, or reinstall the app.',
    );
  }
  const older = tokens.filter((token) => !cipher.isCurrent(token)).length;
  const keys = older > 0 ? `${older} still need an older key` : 'the first key opens all';
  return ok('workspaces', tokens.length > 0 ? `${tokens.length} installed, ${keys}` : 'none yet');
}

function opens(cipher: Cipher, token: string): boolean {
  try {
    cipher.decrypt(token);
    return true;
  } catch (error) {
    if (error instanceof Undecipherable) return false;
    throw error;
  }
}
