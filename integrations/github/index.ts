import { defineTracker } from '../../src/issues/adapter.js';
import { GITHUB_VARIABLES, githubSettings } from './github-api.js';
import { githubAddress } from './github-issue.js';

/** GitHub and GitHub Enterprise. Octokit is loaded only if configured. */
export const github = defineTracker({
  provider: 'github',
  variables: GITHUB_VARIABLES,
  shown: ['GITHUB_REPO', 'GITHUB_BOT_NAME', 'GITHUB_ISSUE_TYPE'],
  configure(env) {
    const settings = githubSettings(env);
    return {
      name: 'GitHub',
      apiUrl: env.GITHUB_API_URL ?? 'https://api.github.com',
      address: githubAddress(settings?.apiUrl),
      credential: 'GITHUB_TOKEN',
      answersWith: 'GITHUB_BOT_NAME',
      connect:
        settings &&
        (async (surroundings) => {
          const { GitHubTracker } = await import('./github-tracker.js');
          return new GitHubTracker({ ...settings, ...surroundings });
        }),
    };
  },
});
