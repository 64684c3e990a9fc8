import { z } from 'zod';
import type { IssueRef } from '../../src/issues/issue.js';
import type {
  AgentList,
  AgentProgress,
  CodingAgents,
  PullRequest,
} from '../../src/issues/tracker.js';
import { ofRead, refused, type TrackerFailure, unclear } from '../../src/issues/tracker-failure.js';
import { type GitHubApi, githubFailure, NEEDS_USER_TOKEN } from './github-api.js';
import { issueAddress, repository } from './github-issue.js';

const SUGGESTED_ACTORS = `query SuggestedActors($owner: String!, $name: String!) {
  repository(owner: $owner, name: $name) {
    suggestedActors(first: 100, capabilities: [CAN_BE_ASSIGNED]) { nodes { __typename login } }
  }
}`;

const Actor = z.object({ __typename: z.string(), login: z.string() });
const SuggestedActors = z.object({
  repository: z.object({ suggestedActors: z.object({ nodes: z.array(Actor) }) }).nullish(),
});
const Login = z.object({ login: z.string() });
const Assigned = z.object({ assignees: z.array(Login).nullish() });
/** A timeline event for a pull request that mentions the issue. */
const CrossReference = z.object({
  event: z.literal('cross-referenced'),
  source: z.object({
    issue: z.object({
      number: z.number().int(),
      html_url: z.string(),
      state: z.string(),
      draft: z.boolean().nullish(),
      user: Login.nullish(),
      pull_request: z.object({ merged_at: z.string().nullish() }),
    }),
  }),
});

/** GitHub's own agent has one login in the API and another on issues and pull requests. */
const COPILOT = 'copilot-swe-agent';
const bare = (login: string): string => {
  const name = login.toLowerCase().replace(/\[bot\]$/, '');
  return name === 'copilot' ? COPILOT : name;
};

const MOST_PAGES = 10;

/** True if a query returned errors instead of data: an older GitHub Enterprise, or missing permissions. */
const isRefusedQuery = (error: unknown): boolean =>
  error instanceof Error && error.name === 'GraphqlResponseError';

/** GitHub's coding agents, which get an issue as its assignees. */
export class GitHubAgents implements CodingAgents {
  constructor(
    private readonly api: GitHubApi,
    readonly inDoubtMs: number,
  ) {}

  /** The bots that GitHub suggests as assignees; none with an installation token, which GitHub refuses here. */
  async list({
    place,
    issue,
  }: {
    place?: string | undefined;
    issue?: IssueRef;
  }): Promise<AgentList> {
    if (!this.api.isOfPerson) return { agents: [], whyNone: NEEDS_USER_TOKEN };
    const ofIssue = issue && issueAddress(issue.externalId);
    const { owner, repo } = ofIssue ?? repository(place ?? this.api.options.repo);
    const request = this.api.deadline();
    const answer: unknown = await this.api.octokit
      .graphql(SUGGESTED_ACTORS, { owner, name: repo, request })
      .catch((error: unknown) => {
        if (isRefusedQuery(error)) return {};
        throw ofRead('GitHub', this.failure(error, { owner, repo }));
      });
    const actors = SuggestedActors.safeParse(answer).data?.repository?.suggestedActors.nodes;
    const agents = (actors ?? [])
      .filter(({ __typename }) => __typename === 'Bot')
      .map(({ login }) => ({ id: login, name: bare(login) === COPILOT ? 'Copilot' : login }));
    const whyNone = `GitHub offers no coding agent in ${owner}/${repo}: its owner switches Copilot's on, and the token's owner needs Copilot.`;
    return agents.length > 0 ? { agents } : { agents, whyNone };
  }

  async handOver(issue: IssueRef, agentId: string): Promise<void> {
    const address = addressOf(issue);
    const target_repo = `${address.owner}/${address.repo}`;
    const { data } = await this.api.octokit
      .request('POST /repos/{owner}/{repo}/issues/{issue_number}/assignees', {
        ...address,
        assignees: [`${bare(agentId)}[bot]`],
        agent_assignment: { target_repo },
        request: this.api.deadline(),
      })
      .catch((error: unknown) => {
        throw this.failure(error, address);
      });
    const answer = Assigned.safeParse(data);
    if (!answer.success) throw unclear('GitHub', 'handover');
    if (!has(answer.data, agentId)) {
      throw refused(`GitHub left the issue without the agent. ${NEEDS_USER_TOKEN}`);
    }
  }

  async takeBack(issue: IssueRef, agentId: string): Promise<void> {
    const address = addressOf(issue);
    await this.api.octokit.rest.issues
      .removeAssignees({
        ...address,
        assignees: [`${bare(agentId)}[bot]`],
        request: this.api.deadline(),
      })
      .catch((error: unknown) => {
        throw this.failure(error, address);
      });
  }

  /** A pull request by the agent in the issue's own repository proves that it has begun. */
  async progress(issue: IssueRef, agentId: string): Promise<AgentProgress> {
    const address = addressOf(issue);
    const { issues } = this.api.octokit.rest;
    const here = `/${address.owner}/${address.repo}/pull/`.toLowerCase();
    let pull: PullRequest | undefined;
    try {
      const { data } = await issues.get({ ...address, request: this.api.deadline() });
      const pages = this.api.octokit.paginate.iterator(issues.listEventsForTimeline, {
        ...address,
        per_page: 100,
        request: this.api.deadline(),
      });
      let left = MOST_PAGES;
      for await (const { data: events } of pages) {
        for (const event of events as unknown[]) {
          const found = CrossReference.safeParse(event).data?.source.issue;
          if (!found || bare(found.user?.login ?? '') !== bare(agentId)) continue;
          if (!new URL(found.html_url).pathname.toLowerCase().startsWith(here)) continue;
          pull = presentPull(found, `${address.owner}/${address.repo}`);
        }
        left -= 1;
        if (left === 0) break;
      }
      const assigned = has(Assigned.parse(data), agentId);
      return { assigned, began: pull !== undefined, ...(pull && { pull }) };
    } catch (error) {
      throw ofRead('GitHub', this.failure(error, address));
    }
  }

  private failure(
    error: unknown,
    { owner, repo }: { owner: string; repo: string },
  ): TrackerFailure {
    return githubFailure(error, `${owner}/${repo}`, 'handover');
  }
}

const has = ({ assignees }: z.infer<typeof Assigned>, agentId: string): boolean =>
  (assignees ?? []).some(({ login }) => bare(login) === bare(agentId));

function presentPull(
  {
    number,
    html_url,
    state,
    draft,
    pull_request,
  }: z.infer<typeof CrossReference>['source']['issue'],
  repo: string,
): PullRequest {
  const open = draft ? 'draft' : 'open';
  const ended = pull_request.merged_at ? 'merged' : 'closed';
  return { name: `${repo}#${number}`, url: html_url, state: state === 'open' ? open : ended };
}

function addressOf({ externalId }: IssueRef) {
  const address = issueAddress(externalId);
  if (!address) throw refused(`${externalId} is not a GitHub issue: expected owner/name#12.`);
  return address;
}
