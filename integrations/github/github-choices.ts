import { z } from 'zod';
import { backLinkWithoutToken } from '../../src/issues/comments.js';
import {
  isSimilarTitle,
  type SimilarIssue,
  type SimilarTo,
  titleSimilarity,
} from '../../src/issues/issue.js';
import type { Choice, IssueChoices } from '../../src/issues/tracker.js';
import { ofRead } from '../../src/issues/tracker-failure.js';
import type { GitHubApi } from './github-api.js';
import { githubFailure, isHttpError } from './github-api.js';
import { presentTracked, repository, TrackedGitHubIssue } from './github-issue.js';

const MOST = 100;
const SHOWN = 5;

/**
 * Lists repositories, labels and people that the credentials can see; the configured repository is always
 * included.
 */
export async function githubChoices(api: GitHubApi, place?: string): Promise<IssueChoices> {
  const { octokit, options } = api;
  const target = { ...repository(place ?? options.repo), per_page: MOST };
  const request = api.deadline();
  const [repos, labels, people] = await Promise.all([
    listed(api, async () =>
      'token' in options.auth
        ? (
            await octokit.rest.repos.listForAuthenticatedUser({
              sort: 'pushed',
              per_page: MOST,
              request,
            })
          ).data
        : (
            await octokit.rest.apps.listReposAccessibleToInstallation({
              per_page: MOST,
              request,
            })
          ).data.repositories,
    ),
    listed(
      api,
      async () => (await octokit.rest.issues.listLabelsForRepo({ ...target, request })).data,
    ),
    listed(api, async () => (await octokit.rest.issues.listAssignees({ ...target, request })).data),
  ]);
  const others = repos
    .filter((repo) => repo.has_issues !== false && !repo.archived)
    .map((repo) => repo.full_name);
  return {
    places: [...new Set([options.repo, ...others])]
      .slice(0, MOST)
      .map((name) => ({ id: name, name })),
    labels: labels.map(({ name }) => name),
    people: people.map(({ login }) => ({ id: login, name: login })),
  };
}

/** GitHub finds a person by email only if the address is public. */
export async function githubPerson(
  api: GitHubApi,
  email: string,
  place?: string,
): Promise<Choice | undefined> {
  const { octokit, options } = api;
  const repo = place ?? options.repo;
  const request = api.deadline();
  try {
    const q = `${JSON.stringify(email)} in:email type:user`;
    const { data } = await octokit.rest.search.users({ q, per_page: 2, request });
    const [found, ...others] = data.items;
    if (!found || others.length > 0) return undefined;
    const { login } = found;
    const target = { ...repository(repo), assignee: login, request };
    await octokit.rest.issues.checkUserCanBeAssigned(target);
    return { id: login, name: login };
  } catch (error) {
    if (isHttpError(error) && [403, 404, 422].includes(error.status)) return undefined;
    throw ofRead('GitHub', githubFailure(error, repo));
  }
}

/** Reads the latest hundred directly because search lags; searches only for older issues that link to us. */
export async function similarGitHubIssues(
  api: GitHubApi,
  wanted: SimilarTo,
): Promise<SimilarIssue[]> {
  const { octokit, options } = api;
  const { title } = wanted;
  const repo = wanted.place ?? options.repo;
  const url = backLinkWithoutToken(options.publicUrl, wanted);
  const request = api.deadline();
  const [latest, older] = await Promise.all([
    octokit.rest.issues
      .listForRepo({
        ...repository(repo),
        state: 'all',
        sort: 'created',
        direction: 'desc',
        per_page: MOST,
        request,
      })
      .catch((error: unknown) => {
        throw ofRead('GitHub', githubFailure(error, repo));
      }),
    url === undefined
      ? []
      : octokit.rest.search
          .issuesAndPullRequests({
            q: `repo:${repo} is:issue in:body "${url}"`,
            per_page: 5,
            request,
          })
          .then(({ data }) => data.items)
          .catch(() => []),
  ]);
  const found = new Map<string, SimilarIssue>();
  for (const item of [...older, ...latest.data]) {
    const issue = TrackedGitHubIssue.safeParse(item).data;
    if (!issue || item.pull_request) continue;
    const linked =
      url !== undefined && (item.body?.includes(`${url})`) || item.body?.includes(`${url}?`));
    const why = linked ? 'link' : isSimilarTitle(issue.title, title) ? 'title' : undefined;
    if (why) found.set(issue.node_id, { ...presentTracked(issue), why });
  }
  const rank = (issue: SimilarIssue): number =>
    issue.why === 'link' ? 2 : titleSimilarity(issue.title, title);
  return [...found.values()].toSorted((a, b) => rank(b) - rank(a)).slice(0, SHOWN);
}

const Types = z.array(z.object({ name: z.string(), is_enabled: z.boolean().optional() }));

/** The names of the issue types that a repository has from its organization; none for a personal repository. */
export const githubIssueTypes = (api: GitHubApi, repo: string): Promise<string[]> =>
  listed(api, async () => {
    const { data } = await api.octokit.request('GET /repos/{owner}/{repo}/issue-types', {
      ...repository(repo),
      request: api.deadline(),
    });
    const types = Types.safeParse(data).data ?? [];
    return types.filter(({ is_enabled }) => is_enabled !== false).map(({ name }) => name);
  });

/** Returns an empty list if the credentials may not read it; throws any other failure. */
async function listed<T>(api: GitHubApi, list: () => Promise<T[]>): Promise<T[]> {
  try {
    return await list();
  } catch (error) {
    if (isHttpError(error) && [403, 404].includes(error.status)) return [];
    throw ofRead('GitHub', githubFailure(error, api.options.repo));
  }
}
