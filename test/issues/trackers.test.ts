import { describe, expect, it } from 'vitest';
import { TRACKERS } from '../../integrations/trackers.js';
import { readConfig } from '../../src/config/config.js';
import { connected } from '../../src/server/trackers.js';
import { publicUrl } from './draft.js';

const linear = { LINEAR_API_KEY: 'lin_api_x', LINEAR_TEAM: 'ENG' };
const github = { GITHUB_TOKEN: 'ghp_x', GITHUB_REPO: 'acme/app' };
const jira = {
  JIRA_URL: 'https://acme.atlassian.net',
  JIRA_EMAIL: 'ada@example.com',
  JIRA_API_TOKEN: 'jira_x',
  JIRA_PROJECT: 'ENG',
};
const trackersOf = (env: Record<string, string>) =>
  connected(readConfig(env, TRACKERS).trackers, { publicUrl });

describe('the configured trackers', () => {
  it('are those that have settings, Linear first', async () => {
    expect([...(await trackersOf({})).keys()]).toEqual([]);
    expect([...(await trackersOf(github)).keys()]).toEqual(['github']);
    const all = await trackersOf({ ...jira, ...github, ...linear });
    expect(
      [...all].map(([provider, tracker]) => [provider, tracker.provider, tracker.name]),
    ).toEqual([
      ['linear', 'linear', 'Linear'],
      ['github', 'github', 'GitHub'],
      ['jira', 'jira', 'Jira'],
    ]);
  });

  it('need ENCRYPTION_KEY to keep the token of an app', async () => {
    const app = { LINEAR_CLIENT_ID: 'an-app', LINEAR_CLIENT_SECRET: 'x', LINEAR_TEAM: 'ENG' };
    await expect(trackersOf(app)).rejects.toThrow('LINEAR_CLIENT_ID needs ENCRYPTION_KEY');
    expect(() => readConfig({ LINEAR_CLIENT_ID: 'an-app' }, TRACKERS)).toThrow(
      'LINEAR_CLIENT_ID is set but LINEAR_CLIENT_SECRET, LINEAR_TEAM are not',
    );
  });

  it('answer questions only if they are told to', async () => {
    const named = { ...github, GITHUB_BOT_NAME: 'belief-layer' };
    expect((await trackersOf(github)).get('github')?.questions).toBeUndefined();
    expect((await trackersOf(linear)).get('linear')?.questions).toBeUndefined();
    expect(() => readConfig(named, TRACKERS)).toThrow(
      'GITHUB_BOT_NAME is set but GITHUB_WEBHOOK_SECRET is not',
    );
    expect(() => readConfig({ ...named, GITHUB_BOT_NAME: '@bot' }, TRACKERS)).toThrow(
      'GITHUB_BOT_NAME must be a name like belief-layer, without the @, not "@bot".',
    );
    const asked = await trackersOf({ ...named, GITHUB_WEBHOOK_SECRET: 'x' });
    expect(asked.get('github')?.questions).toBeDefined();
  });
});
