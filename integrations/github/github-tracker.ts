import { listed } from '../../src/core/words.js';
import { type AddressRule, parseWorkItemUrl } from '../../src/core/work-item-url.js';
import type {
  CreatedIssue,
  IssueDraft,
  IssueRef,
  SimilarIssue,
  SimilarTo,
  TrackedIssue,
} from '../../src/issues/issue.js';
import type {
  Attempt,
  Choice,
  IssueChoices,
  IssueComment,
  Tracker,
} from '../../src/issues/tracker.js';
import { ofRead, refused, unclear } from '../../src/issues/tracker-failure.js';
import { GitHubAgents } from './github-agents.js';
import { GitHubApi, type GitHubOptions, githubFailure, isHttpError } from './github-api.js';
import {
  githubChoices,
  githubIssueTypes,
  githubPerson,
  similarGitHubIssues,
} from './github-choices.js';
import { CLOCK_SKEW_MS, issueWithMarker } from './github-find.js';
import {
  commentBody,
  githubAddress,
  Issue,
  issueAddress,
  issueBody,
  marker,
  presentIssue,
  presentTracked,
  repository,
  TrackedGitHubIssue,
} from './github-issue.js';
import { GitHubObjects } from './github-objects.js';
import { GitHubQuestions } from './github-questions.js';
import { GitHubWebhook } from './github-webhook.js';

export class GitHubTracker implements Tracker {
  readonly provider = 'github';
  readonly name = 'GitHub';
  readonly placeName = 'repository';
  readonly place: string;
  readonly hasPriority = false;
  readonly inDoubtMs: number;
  readonly webhook: GitHubWebhook | undefined;
  readonly questions: GitHubQuestions | undefined;
  readonly agents: GitHubAgents;
  readonly objects: GitHubObjects;
  private readonly api: GitHubApi;
  private readonly address: AddressRule;

  constructor(private readonly options: GitHubOptions) {
    this.place = options.repo;
    this.inDoubtMs = options.inDoubtMs ?? 10_000; // GitHub itself ends a request after ten seconds
    this.api = new GitHubApi(options);
    this.agents = new GitHubAgents(this.api, this.inDoubtMs);
    this.objects = new GitHubObjects(this.api, this.inDoubtMs);
    this.address = githubAddress(options.apiUrl);
    const { webhookSecret, botName } = options;
    this.webhook = webhookSecret && new GitHubWebhook(webhookSecret, botName);
    this.questions = botName ? new GitHubQuestions(this.api, botName, this) : undefined;
  }

  async whereTo(): Promise<string> {
    const { repo } = this.options;
    await this.api.authenticate();
    const request = this.api.deadline();
    const { data } = await this.api.octokit.rest.repos
      .get({ ...repository(repo), request })
      .catch((error: unknown) => {
        throw ofRead(this.name, githubFailure(error, repo));
      });
    if (!data.has_issues) {
      throw refused(`Issues are switched off in ${repo}: switch them on in its settings.`);
    }
    const unable = data.permissions?.push === false ? ', without labels and assignees' : '';
    const type = await this.issueType(repo);
    return [`repository ${data.full_name}${unable}`, ...(type ? [type.shown] : [])].join('; ');
  }

  parse(url: string): string | undefined {
    return parseWorkItemUrl(url, [this.address]).externalId;
  }

  async create(draft: IssueDraft, attempt: Attempt): Promise<CreatedIssue> {
    await this.api.authenticate();
    const repo = draft.place ?? this.options.repo;
    const type = (await this.issueType(repo))?.name;
    const send = (of: { type?: string }) =>
      this.api.octokit.rest.issues.create({
        ...repository(repo),
        title: draft.title,
        body: issueBody(draft, attempt.clientId),
        ...(draft.labels.length > 0 && { labels: [...draft.labels] }),
        ...(draft.assignee && { assignees: [draft.assignee] }),
        ...of,
        request: this.api.deadline(),
      });
    const { data } = await send(type ? { type } : {})
      .catch((error: unknown) => {
        // A refused request created nothing; the issue type may be the reason.
        if (type && isHttpError(error) && error.status === 422) return send({});
        throw error;
      })
      .catch((error: unknown) => {
        throw githubFailure(error, repo);
      });
    return this.created(data, draft);
  }

  async find(draft: IssueDraft, attempt: Attempt): Promise<CreatedIssue | undefined> {
    const found = await issueWithMarker(this.api, draft.place ?? this.options.repo, attempt);
    return found === undefined ? undefined : this.created(found, draft);
  }

  async read({ externalId }: IssueRef): Promise<TrackedIssue | undefined> {
    const address = issueAddress(externalId);
    if (!address) return undefined;
    try {
      const request = this.api.deadline();
      const { data } = await this.api.octokit.rest.issues.get({ ...address, request });
      return presentTracked(TrackedGitHubIssue.parse(data));
    } catch (error) {
      if (isHttpError(error) && [404, 410].includes(error.status)) return undefined;
      throw ofRead(this.name, githubFailure(error, `${address.owner}/${address.repo}`));
    }
  }

  async comment({ externalId }: IssueRef, comment: IssueComment): Promise<void> {
    const address = this.addressOf(externalId);
    await this.api.authenticate();
    await this.api.octokit.rest.issues
      .createComment({ ...address, body: commentBody(comment), request: this.api.deadline() })
      .catch((error: unknown) => {
        throw githubFailure(error, `${address.owner}/${address.repo}`, 'comment');
      });
  }

  async hasComment({ externalId }: IssueRef, comment: IssueComment): Promise<boolean> {
    const address = this.addressOf(externalId);
    const pages = this.api.octokit.paginate.iterator(this.api.octokit.rest.issues.listComments, {
      ...address,
      since: new Date(comment.createdAt.getTime() - CLOCK_SKEW_MS).toISOString(),
      per_page: 100,
      request: this.api.deadline(),
    });
    try {
      for await (const { data } of pages) {
        if (data.some(({ body }) => body?.includes(marker(comment.commentId)))) return true;
      }
      return false;
    } catch (error) {
      const where = `${address.owner}/${address.repo}`;
      throw ofRead(this.name, githubFailure(error, where, 'comment'));
    }
  }

  choices(place?: string): Promise<IssueChoices> {
    return githubChoices(this.api, place);
  }

  personByEmail(email: string, place?: string): Promise<Choice | undefined> {
    return githubPerson(this.api, email, place);
  }

  similar(wanted: SimilarTo): Promise<SimilarIssue[]> {
    return similarGitHubIssues(this.api, wanted);
  }

  /**
   * GITHUB_ISSUE_TYPE as the repository spells it, and in words. Without a name if the repository does not have the
   * type, since GitHub would then refuse the issue.
   */
  private async issueType(repo: string): Promise<{ name?: string; shown: string } | undefined> {
    const { issueType } = this.options;
    if (!issueType) return undefined;
    const names = await githubIssueTypes(this.api, repo);
    const name = names.find((one) => one.toLowerCase() === issueType.toLowerCase());
    if (name) return { name, shown: `issues of the type ${name}` };
    const has = names.length > 0 ? `it has ${listed(names)}` : 'it has no types';
    return { shown: `issues without the type ${issueType}: ${has}` };
  }

  private addressOf(externalId: string) {
    const address = issueAddress(externalId);
    if (!address) throw refused(`${externalId} is not a GitHub issue: expected owner/name#12.`);
    return address;
  }

  /** Checks what GitHub stored: the text may be truncated, and labels and assignees need push access. */
  private created(data: unknown, draft: IssueDraft): CreatedIssue {
    const answer = Issue.safeParse(data);
    if (!answer.success) throw unclear(this.name);
    const { labels, assignees, type } = answer.data;
    const has = new Set(
      labels.map((label) => (typeof label === 'string' ? label : (label.name ?? '')).toLowerCase()),
    );
    const dropped = draft.labels
      .filter((label) => !has.has(label.toLowerCase()))
      .map((label) => `label ${label}`);
    const wanted = draft.assignee?.toLowerCase();
    const assigned = (assignees ?? []).some(({ login }) => login.toLowerCase() === wanted);
    if (wanted && !assigned) dropped.push(`assignee ${draft.assignee}`);
    const { issueType } = this.options;
    const hasType = type?.name.toLowerCase() === issueType?.toLowerCase();
    if (issueType && !hasType) dropped.push(`type ${issueType}`);
    return { ...presentIssue(answer.data), dropped };
  }
}
