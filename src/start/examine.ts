import type { SystemDatabase } from '../../db/system-database.js';
import type { Config } from '../config.js';
import { type Check, checked, off, ok, wrong } from '../doctor/check.js';
import { checkClock, skewOf } from '../doctor/check-clock.js';
import { checkDatabase } from '../doctor/check-database.js';
import { checkTeam } from '../doctor/check-team.js';
import { checkTracker } from '../doctor/check-tracker.js';
import { checkWorkspaces } from '../doctor/check-workspaces.js';
import { cipherOfSettings } from '../encryption/cipher-of-settings.js';
import { createLog } from '../log.js';
import { readSettings } from '../settings/team-settings.js';
import { teamOfSettings } from '../teams/team-of-settings.js';

const PATIENCE_MS = 5_000;

/** Looks at every part of the installation; changes nothing anywhere. Throws never. */
export async function examine(config: Config): Promise<Check[]> {
  const database = await checkDatabase(config).catch((error: Error) => ({
    checks: [wrong('database', error.message, 'Mend what this line names.')],
    skewSecs: undefined,
    system: undefined,
    close: async () => {},
  }));
  const { system } = database;
  const others = await Promise.all([
    ...team(config, system),
    slack(config, system),
    ...workspaces(config, system),
    tracker(config, 'linear', 'LINEAR_API_KEY'),
    tracker(config, 'github', 'GITHUB_TOKEN'),
    model(config),
    embeddings(config),
  ]).finally(() => database.close());
  const skews = await clocks(config);
  if (database.skewSecs !== undefined) skews.set('the database', database.skewSecs);
  return [ok('configuration', 'valid'), ...database.checks, ...others, checkClock(skews)];
}

function team(config: Config, system: SystemDatabase | undefined): Promise<Check>[] {
  const { slack, linear, github } = config;
  if (!system || !(slack ?? linear ?? github)) return [];
  return [checked('team', () => checkTeam(config, system))];
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
  return checked('slack', async () => {
    const { checkSlack } = await import('../../integrations/slack/connection/check-slack.js');
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

/** The channel that the team chose in App Home, which goes before SLACK_CHANNEL. */
async function chosenChannel(
  system: SystemDatabase | undefined,
  teamId: string | undefined,
): Promise<string | undefined> {
  const found = system && (await teamOfSettings(system, teamId));
  if (!system || !found || !('team' in found)) return undefined;
  return (await readSettings(system.team(found.team.teamId))).channel ?? undefined;
}

function tracker(
  { linear, github, publicUrl = '' }: Config,
  provider: 'linear' | 'github',
  variable: string,
): Promise<Check> {
  const settings = provider === 'linear' ? linear && { linear } : github && { github };
  if (!settings) return Promise.resolve(off(provider, `without ${variable}`));
  return checked(provider, async () => {
    const { buildTrackers } = await import('../../integrations/trackers.js');
    const built = buildTrackers({ publicUrl, ...settings }).get(provider);
    return built ? checkTracker(built) : off(provider, `without ${variable}`);
  });
}

function model({ llm }: Config): Promise<Check> {
  if (!llm) return Promise.resolve(off('model', 'without LLM_PROVIDER: the built-in way'));
  return checked('model', async () => {
    const { checkLanguageModel } = await import('../../integrations/models/check-models.js');
    return checkLanguageModel(llm);
  });
}

function embeddings({ embeddings }: Config): Promise<Check> {
  if (!embeddings) {
    return Promise.resolve(off('embeddings', 'without EMBEDDINGS_BASE_URL: the built-in search'));
  }
  return checked('embeddings', async () => {
    const { checkEmbeddings } = await import('../../integrations/models/check-models.js');
    return checkEmbeddings(embeddings);
  });
}

/** Seconds this machine is ahead of each configured service, by the `Date` of an answer to nobody in particular. */
async function clocks({
  slack,
  slackApiUrl,
  linear,
  github,
}: Config): Promise<Map<string, number>> {
  const asked: [string, string | undefined][] = [
    ['Slack', slack && (slackApiUrl ?? 'https://slack.com/api/')],
    ['Linear', linear && (linear.apiUrl ?? 'https://api.linear.app/graphql')],
    ['GitHub', github && (github.apiUrl ?? 'https://api.github.com')],
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
