import { type Answer, FaultyServer } from './faulty-server.js';

export interface GitHubIssue {
  id: number;
  number: number;
  node_id: string;
  html_url: string;
  title: string;
  body: string;
  state: string;
  state_reason: string | null;
  labels: { name: string }[];
  assignees: { login: string }[];
  created_at: string;
  updated_at: string;
  closed_by: { login: string } | null;
  pull_request?: { merged_at?: string | null };
  type?: { name: string } | null;
}

interface GitHubPull {
  number: number;
  html_url: string;
  state: 'open' | 'closed';
  draft: boolean;
  user: { login: string };
  pull_request: { merged_at: string | null };
}

const json = (status: number, body: unknown): Answer => ({ status, body });
const notFound = json(404, {
  message: 'Not Found',
  documentation_url: 'https://docs.github.com/rest',
});

/** GitHub's REST in memory: one repository, one token, and optionally no push access. */
export class FakeGitHub {
  readonly token = 'ghp_test';
  readonly repo = 'acme/app';
  /** The repository's former name: requests to it are redirected. */
  readonly renamedFrom = 'acme/old-app';
  pushAccess = true;
  isPrivate = true;
  /** Slug of the App, and what its users may do in the repository; others may read. */
  readonly slug = 'belief-layer';
  readonly permissions = new Map([['ada', 'write']]);
  /** Comments of people, to react to. */
  readonly asked = new Set<number>();
  readonly reactions: { commentId: number; content: string }[] = [];
  pageSize = 100;
  /** The issues of the repository; newest last. */
  readonly issues: GitHubIssue[] = [];
  readonly comments: { id: number; issue: number; body: string }[] = [];
  readonly people = [{ login: 'ada' }];
  /** Types of the organization; empty for the repository of a person. */
  types: string[] = [];
  /** Sub-issues by the number of their parent: the ids of the issues. */
  readonly subIssues = new Map<number, number[]>();
  mostSubIssues = 100;
  /** The public addresses of users, by login. */
  readonly emails = new Map<string, string>();
  /** Bots that the repository's owner allowed as assignees. */
  agents = ['copilot-swe-agent'];
  /** Every assignment of an agent that took effect. */
  readonly handovers: { issue: number; instructions: unknown }[] = [];
  /** Pull requests that name an issue, by the issue's number. */
  readonly pulls = new Map<number, GitHubPull[]>();
  readonly server = new FaultyServer(
    (request) => `${request.method} ${new URL(request.url ?? '', 'http://x').pathname}`,
    ({ operation, body }, request) => {
      const url = new URL(request.url ?? '', this.server.url);
      if (url.pathname.startsWith(`/repos/${this.renamedFrom}/`)) {
        url.pathname = url.pathname.replace(this.renamedFrom, this.repo);
        return { status: request.method === 'GET' ? 301 : 307, headers: { location: `${url}` } };
      }
      return this.answer(operation, url.searchParams, body, request.headers.authorization);
    },
  );

  add(issue: Partial<GitHubIssue>): GitHubIssue {
    const number = this.issues.length + 1;
    const added = {
      id: 9_000 + number,
      number,
      node_id: `I_${number}`,
      html_url: `https://github.com/${this.repo}/issues/${number}`,
      title: 'Another',
      body: '',
      state: 'open',
      state_reason: null,
      labels: [],
      assignees: [],
      created_at: new Date().toISOString(),
      updated_at: new Date().toISOString(),
      closed_by: null,
      ...issue,
    };
    this.issues.push(added);
    return added;
  }

  /** Somebody opens a pull request that names the issue: by default, the agent that has it. */
  openPull(issue: number, given: Partial<GitHubPull> = {}): GitHubPull {
    const named = this.pulls.get(issue) ?? [];
    const number = 100 * issue + named.length + 1;
    const pull: GitHubPull = {
      number,
      html_url: `https://github.com/${this.repo}/pull/${number}`,
      state: 'open',
      draft: true,
      user: { login: 'Copilot' },
      pull_request: { merged_at: null },
      ...given,
    };
    this.pulls.set(issue, [...named, pull]);
    return pull;
  }

  private assign(operation: string, issue: GitHubIssue, body: unknown): Answer {
    const { assignees, agent_assignment } = body as {
      assignees: string[];
      agent_assignment?: unknown;
    };
    const isAgent = this.agents.some((agent) => assignees.includes(`${agent}[bot]`));
    issue.assignees = issue.assignees.filter(({ login }) => login !== 'Copilot');
    if (operation.startsWith('POST') && isAgent && agent_assignment) {
      issue.assignees.push({ login: 'Copilot' });
      this.handovers.push({ issue: issue.number, instructions: agent_assignment });
    }
    return json(operation.startsWith('POST') ? 201 : 200, issue);
  }

  private comment(operation: string, issue: number, body: unknown, query: URLSearchParams): Answer {
    if (operation.startsWith('POST')) {
      const comment = {
        id: this.comments.length + 1,
        issue,
        body: (body as { body: string }).body,
      };
      this.comments.push(comment);
      return json(201, comment);
    }
    const page = Number(query.get('page') ?? 1);
    const listed = this.comments.filter((comment) => comment.issue === issue);
    return json(200, listed.slice((page - 1) * this.pageSize, page * this.pageSize));
  }

  /** Labels are only added; an issue has one parent, and a limited number of sub-issues. */
  private attach(number: number, part: string, body: unknown): Answer {
    const issue = this.issues.find((one) => one.number === number);
    if (!issue) return notFound;
    if (part === 'labels') {
      if (!this.pushAccess) return json(403, { message: 'Must have write access' });
      for (const name of (body as { labels: string[] }).labels) {
        if (!issue.labels.some((label) => label.name === name)) issue.labels.push({ name });
      }
      return json(200, issue.labels);
    }
    const { sub_issue_id: id } = body as { sub_issue_id: number };
    const ids = this.subIssues.get(number) ?? [];
    if ([...this.subIssues.values()].flat().includes(id))
      return json(422, { message: 'Issue may not contain duplicate sub-issues' });
    if (ids.length >= this.mostSubIssues)
      return json(422, { message: 'Parent cannot have more than 100 sub-issues' });
    this.subIssues.set(number, [...ids, id]);
    return json(201, issue);
  }

  /** A reaction that is there already is given again, with another status. */
  private react(commentId: number, content: string): Answer {
    if (!this.asked.has(commentId)) return notFound;
    const known = this.reactions.some(
      (one) => one.commentId === commentId && one.content === content,
    );
    if (!known) this.reactions.push({ commentId, content });
    return json(known ? 200 : 201, { id: this.reactions.length, content });
  }

  /** Somebody closes the issue, or opens it again. */
  move(
    issue: GitHubIssue,
    to: 'open' | 'completed' | 'not_planned' | 'duplicate',
    by = 'ada',
  ): void {
    const open = to === 'open';
    Object.assign(issue, {
      state: open ? 'open' : 'closed',
      state_reason: open ? 'reopened' : to,
      closed_by: open ? null : { login: by },
      // GitHub tells whole seconds
      updated_at: new Date(
        Math.ceil((Date.parse(issue.updated_at) + 1) / 1000) * 1000,
      ).toISOString(),
    });
  }

  private answer(
    operation: string,
    query: URLSearchParams,
    body: unknown,
    authorization?: string,
  ): Answer {
    if (operation === 'POST /app/installations/7/access_tokens') {
      const expires_at = new Date(Date.now() + 3_600_000).toISOString();
      return json(201, {
        token: this.token,
        expires_at,
        permissions: { issues: 'write' },
        repository_selection: 'all',
      });
    }
    if (operation === 'GET /app')
      return json(200, { id: 7, slug: this.slug, name: 'Belief Layer' });
    if (authorization !== `token ${this.token}`) return json(401, { message: 'Bad credentials' });
    if (operation === `POST /repos/${this.repo}/issues`) {
      const {
        title,
        body: text,
        labels = [],
        assignees = [],
        type,
      } = body as {
        title: string;
        body: string;
        labels?: string[];
        assignees?: string[];
        type?: string;
      };
      if (type !== undefined && !this.types.includes(type))
        return json(422, { message: 'Validation Failed', errors: [{ field: 'type' }] });
      const kept = this.pushAccess ? { labels, assignees } : { labels: [], assignees: [] };
      return json(
        201,
        this.add({
          title,
          body: text,
          labels: kept.labels.map((name) => ({ name })),
          assignees: kept.assignees.map((login) => ({ login })),
          type: type !== undefined && this.pushAccess ? { name: type } : null,
        }),
      );
    }
    if (operation === `GET /repos/${this.repo}/issue-types`) {
      return this.types.length > 0
        ? json(
            200,
            this.types.map((name) => ({ name, is_enabled: true })),
          )
        : notFound;
    }
    const [, parent, part] =
      new RegExp(`^POST /repos/${this.repo}/issues/(\\d+)/(labels|sub_issues)$`).exec(operation) ??
      [];
    if (part) return this.attach(Number(parent), part, body);
    const [, commented] =
      new RegExp(`^(?:GET|POST) /repos/${this.repo}/issues/(\\d+)/comments$`).exec(operation) ?? [];
    if (commented) return this.comment(operation, Number(commented), body, query);
    const [, user] =
      new RegExp(`^GET /repos/${this.repo}/collaborators/([^/]+)/permission$`).exec(operation) ??
      [];
    if (user) {
      const permission = this.permissions.get(user) ?? 'read';
      return json(200, { permission, role_name: permission, user: { login: user } });
    }
    const [, reacted] =
      new RegExp(`^POST /repos/${this.repo}/issues/comments/(\\d+)/reactions$`).exec(operation) ??
      [];
    if (reacted) return this.react(Number(reacted), (body as { content: string }).content);
    if (operation === `GET /repos/${this.repo}`) {
      return json(200, {
        full_name: this.repo,
        has_issues: true,
        private: this.isPrivate,
        permissions: { push: true },
      });
    }
    if (operation === 'POST /graphql') {
      const bots = this.agents.map((login) => ({ __typename: 'Bot', login }));
      const nodes = [...bots, ...this.people.map((one) => ({ __typename: 'User', ...one }))];
      return json(200, { data: { repository: { suggestedActors: { nodes } } } });
    }
    const [, of, what] =
      new RegExp(`^\\w+ /repos/${this.repo}/issues/(\\d+)/(assignees|timeline)$`).exec(operation) ??
      [];
    const about = this.issues.find((issue) => String(issue.number) === of);
    if (about && what === 'assignees') return this.assign(operation, about, body);
    if (about && what === 'timeline') {
      const named = this.pulls.get(about.number) ?? [];
      return json(200, [
        { event: 'labeled', label: { name: 'research' } },
        ...named.map((issue) => ({ event: 'cross-referenced', source: { type: 'issue', issue } })),
      ]);
    }
    if (operation === `GET /repos/${this.repo}/labels`) return json(200, [{ name: 'research' }]);
    if (operation === `GET /repos/${this.repo}/assignees`) return json(200, this.people);
    const assignee = operation.split(`GET /repos/${this.repo}/assignees/`)[1];
    if (assignee) {
      return this.people.some(({ login }) => login === assignee) ? { status: 204 } : notFound;
    }
    if (operation === 'GET /search/users') {
      const found = [...this.emails].filter(([, email]) => query.get('q')?.includes(`"${email}"`));
      return json(200, {
        total_count: found.length,
        items: found.map(([login]) => ({ login })),
      });
    }
    if (operation === 'GET /user/repos') return json(200, [{ full_name: this.repo }]);
    if (operation === 'GET /search/issues') return json(200, { total_count: 0, items: [] });
    if (operation === `GET /repos/${this.repo}/issues`) {
      const page = Number(query.get('page') ?? 1);
      const since = query.get('since') ?? '';
      const listed = this.issues.filter((issue) => issue.created_at >= since).reverse();
      const from = (page - 1) * this.pageSize;
      const next = `<${this.server.url}/repos/${this.repo}/issues?since=${since}&page=${page + 1}>; rel="next"`;
      const more = listed.length > from + this.pageSize;
      return {
        ...json(200, listed.slice(from, from + this.pageSize)),
        ...(more && { headers: { link: next } }),
      };
    }
    const number = operation.startsWith(`GET /repos/${this.repo}/issues/`)
      ? operation.split('/').at(-1)
      : '';
    const issue = this.issues.find((other) => String(other.number) === number);
    return issue ? json(200, issue) : notFound;
  }
}
