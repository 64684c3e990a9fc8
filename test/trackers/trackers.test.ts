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
  connected(readConfig(env, TRACKERS).trackers, publicUrl);

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
});
