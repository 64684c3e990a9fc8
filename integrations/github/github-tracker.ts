import { createAppAuth } from '@octokit/auth-app';
import { Octokit } from '@octokit/rest';
import { z } from 'zod';
import type { GithubSettings } from '../../src/config/integration-settings.js';
import type {
  Attempt,
  CreatedIssue,
  IssueDraft,
  IssueState,
  TrackedIssue,
  Tracker,
} from '../../src/trackers/tracker.js';
import { ofRead, refused, unclear } from '../../src/trackers/tracker-failure.js';
import { githubFailure, isHttpError } from './github-failure.js';
import { issueBody, marker } from './issue-body.js';

export interface GitHubOptions extends GithubSettings {
  /** Where this service is reached, for the link back. */
  publicUrl: string;
  timeoutMs?: number;
  settleMs?: number;
}

const Issue = z.object({
  number: z.number().int(),
  node_id: z.string(),
  html_url: z.string(),
  title: z.string(),
  state: z.string(),
  state_reason: z.string().nullish(),
  labels: z.array(z.union([z.string(), z.object({ name: z.string().nullish() })])),
});

const CLOSED: Record<string, IssueState> = { not_planned: 'canceled', duplicate: 'duplicate' };

/** Clocks differ; an issue of ours can seem this much older than its attempt. */
const CLOCK_SKEW_MS = 5 * 60_000;

const silent = { debug() {}, info() {}, warn() {}, error() {} };

export class GitHubTracker implements Tracker {
  readonly provider = 'github';
  readonly name = 'GitHub';
  readonly settleMs: number;
  private readonly octokit: Octokit;
  private readonly target: { owner: string; repo: string };

  constructor(private readonly options: GitHubOptions) {
    const [owner = '', repo = ''] = options.repo.split('/');
    this.target = { owner, repo };
    this.settleMs = options.settleMs ?? 10_000; // GitHub itself ends a request after ten seconds
    // Without the retry plugin: it repeats a POST whose answer was lost, and that makes two issues.
    this.octokit = new Octokit({
      userAgent: 'belief-layer',
      log: silent,
      ...(options.apiUrl !== undefined && { baseUrl: options.apiUrl.replace(/\/+$/, '') }),
      ...credentials(options.auth),
    });
  }

  async create(draft: IssueDraft, attempt: Attempt): Promise<CreatedIssue> {
    await this.authenticate();
    const { data } = await this.octokit.rest.issues
      .create({
        ...this.target,
        title: draft.title,
        body: issueBody(draft, attempt.clientId, this.options.publicUrl),
        ...(draft.labels.length > 0 && { labels: [...draft.labels] }),
        request: this.deadline(),
      })
      .catch((error: unknown) => {
        throw githubFailure(error, this.options.repo);
      });
    return this.created(data, draft);
  }

  /**
   * Lists what was made since the attempt and looks for its marker. The search index lags by
   * seconds, and a filter by creator would miss the issue once the credentials have changed.
   */
  async find(draft: IssueDraft, attempt: Attempt): Promise<CreatedIssue | undefined> {
    const since = new Date(attempt.startedAt.getTime() - CLOCK_SKEW_MS).toISOString();
    const pages = this.octokit.paginate.iterator(this.octokit.rest.issues.listForRepo, {
      ...this.target,
      state: 'all',
      sort: 'created',
      direction: 'desc',
      since,
      per_page: 100,
      request: this.deadline(),
    });
    try {
      for await (const { data } of pages) {
        const ours = data.find(
          (issue) => !issue.pull_request && issue.body?.includes(marker(attempt.clientId)),
        );
        if (ours) return this.created(ours, draft);
        const oldest = data.at(-1)?.created_at;
        if (!oldest || Date.parse(oldest) < Date.parse(since)) return undefined;
      }
      return undefined;
    } catch (error) {
      throw ofRead(this.name, githubFailure(error, this.options.repo));
    }
  }

  async read(id: string): Promise<TrackedIssue | undefined> {
    const [, owner, repo, number] = /^([^/]+)\/([^/]+)#(\d+)$/.exec(id) ?? [];
    if (!owner || !repo || !number) return undefined;
    try {
      const { data } = await this.octokit.rest.issues.get({
        owner,
        repo,
        issue_number: Number(number),
        request: this.deadline(),
      });
      const issue = Issue.parse(data);
      return { ...this.present(issue), state: stateOf(issue) };
    } catch (error) {
      if (isHttpError(error) && [404, 410].includes(error.status)) return undefined;
      throw ofRead(this.name, githubFailure(error, this.options.repo));
    }
  }

  /** Apart from the creation, so that credentials that fail leave no doubt that nothing was made. */
  private async authenticate(): Promise<void> {
    if ('token' in this.options.auth) return;
    try {
      await Promise.race([this.octokit.auth({ type: 'installation' }), this.timeout()]);
    } catch (error) {
      const failure = githubFailure(error, this.options.repo);
      if (failure.kind === 'retry_later') throw failure;
      const noAnswer = isHttpError(error) ? error.status >= 500 : isTimeout(error);
      if (noAnswer) throw ofRead(this.name, failure);
      throw refused(
        'GitHub gave no token for the App: check GITHUB_APP_ID, GITHUB_APP_PRIVATE_KEY and GITHUB_INSTALLATION_ID and try again.',
      );
    }
  }

  /** Checks the answer, which may have been cut off; labels are dropped without push access. */
  private created(data: unknown, draft: IssueDraft): CreatedIssue {
    const answer = Issue.safeParse(data);
    if (!answer.success) throw unclear(this.name);
    const has = new Set(
      answer.data.labels.map((label) =>
        (typeof label === 'string' ? label : (label.name ?? '')).toLowerCase(),
      ),
    );
    const dropped = draft.labels.filter((label) => !has.has(label.toLowerCase()));
    return { ...this.present(answer.data), dropped: dropped.map((label) => `label ${label}`) };
  }

  private present({ number, node_id, html_url, title }: z.infer<typeof Issue>) {
    // The address names the repository where the issue is now, which a transfer changes.
    const [, owner, name] = new URL(html_url).pathname.split('/');
    return { externalId: `${owner}/${name}#${number}`, nativeId: node_id, url: html_url, title };
  }

  /** The App's own requests take no signal, and a token that comes too late must start no creation. */
  private timeout(): Promise<never> {
    const { signal } = this.deadline();
    return new Promise((_, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason));
    });
  }

  private deadline(): { signal: AbortSignal } {
    return { signal: AbortSignal.timeout(this.options.timeoutMs ?? 15_000) };
  }
}

const isTimeout = (error: unknown): boolean =>
  error instanceof DOMException && error.name === 'TimeoutError';

const credentials = (auth: GithubSettings['auth']) =>
  'token' in auth
    ? { auth: auth.token.reveal() }
    : {
        authStrategy: createAppAuth,
        auth: { ...auth, privateKey: auth.privateKey.reveal() },
      };

function stateOf(issue: z.infer<typeof Issue>): IssueState {
  if (issue.state === 'open') return 'open';
  return CLOSED[issue.state_reason ?? ''] ?? 'completed';
}
