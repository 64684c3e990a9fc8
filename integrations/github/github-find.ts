import { ofRead } from '../../src/issues/tracker-failure.js';
import { type GitHubApi, githubFailure } from './github-api.js';
import { marker, repository } from './github-issue.js';

/**
 * Allowed clock difference: an issue that we created can look this much older than its row. Too small a value
 * creates duplicates.
 */
export const CLOCK_SKEW_MS = 60 * 60_000;

/**
 * Lists the issues created since the row and looks for its marker; undefined if there is none. The search index lags
 * by seconds, and a filter by creator would miss the issue after a change of credentials.
 */
export async function issueWithMarker(
  api: GitHubApi,
  repo: string,
  { clientId, startedAt }: { clientId: string; startedAt: Date },
): Promise<unknown> {
  const since = new Date(startedAt.getTime() - CLOCK_SKEW_MS).toISOString();
  const pages = api.octokit.paginate.iterator(api.octokit.rest.issues.listForRepo, {
    ...repository(repo),
    state: 'all',
    sort: 'created',
    direction: 'desc',
    since,
    per_page: 100,
    request: api.deadline(),
  });
  try {
    for await (const { data } of pages) {
      const ours = data.find(
        (issue) => !issue.pull_request && issue.body?.includes(marker(clientId)),
      );
      if (ours) return ours;
      const oldest = data.at(-1)?.created_at;
      if (!oldest || Date.parse(oldest) < Date.parse(since)) return undefined;
    }
    return undefined;
  } catch (error) {
    throw ofRead('GitHub', githubFailure(error, repo));
  }
}
