import { InvalidInputLinearError } from '@linear/sdk';
import { z } from 'zod';
import { ConfigError } from '../../src/core/errors.js';
import { parseWorkItemUrl } from '../../src/core/work-item-url.js';
import { BACK_LINK_TITLE } from '../../src/issues/comments.js';
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
import { ofRead, TrackerFailure } from '../../src/issues/tracker-failure.js';
import { LinearAgents } from './linear-agents.js';
import {
  LINEAR_API_URL,
  LINEAR_TIMEOUT_MS,
  LinearApi,
  type LinearOptions,
  linearFailure,
  nodes,
} from './linear-api.js';
import { accessByKey, LinearAppAccess } from './linear-app.js';
import { linearChoices, linearPerson, similarLinearIssues } from './linear-choices.js';
import {
  ADD_BACK_LINK,
  ADD_COMMENT,
  COMMENT_BY_CLIENT_ID,
  CREATE_ISSUE,
  ISSUE,
  ISSUE_BY_CLIENT_ID,
  LABELS_BY_NAME,
} from './linear-documents.js';
import {
  Issue,
  linearAddress,
  presentIssue,
  presentTracked,
  TrackedLinearIssue,
} from './linear-issue.js';
import { LinearObjects } from './linear-objects.js';
import { LinearSessions } from './linear-sessions.js';
import { LinearWebhook } from './linear-webhook.js';

const Labels = z.object({ issueLabels: nodes(z.object({ id: z.string(), name: z.string() })) });
const IssueCreate = z.object({ issueCreate: z.object({ issue: Issue }) });
const Issues = z.object({ issues: nodes(Issue) });
const Moved = z.object({
  createdAt: z.coerce.date(),
  actor: z.object({ displayName: z.string() }).nullish(),
  toState: z.object({ type: z.string() }).nullish(),
});
const OneIssue = z.object({ issue: TrackedLinearIssue.extend({ history: nodes(Moved) }) });
const AttachmentCreate = z.object({ attachmentCreate: z.object({ success: z.literal(true) }) });
const CommentCreate = z.object({ commentCreate: z.object({ success: z.literal(true) }) });
const Comments = z.object({ comments: nodes(z.object({ id: z.string() })) });

const PRIORITIES = { high: 2, medium: 3, low: 4 } as const;

export class LinearTracker implements Tracker {
  readonly provider = 'linear';
  readonly name = 'Linear';
  readonly placeName = 'team';
  readonly hasPriority = true;
  /** The request carries our id, so Linear refuses a second one if the first one succeeded. */
  readonly inDoubtMs = 0;
  readonly webhook: LinearWebhook | undefined;
  readonly questions: LinearSessions | undefined;
  readonly agents: LinearAgents;
  readonly objects: LinearObjects;
  private readonly api: LinearApi;

  /** Throws ConfigError for a URL that no request could use, and for an app whose token cannot be stored. */
  constructor(private readonly options: LinearOptions) {
    const { apiKey, webhookSecret } = options;
    const app = appAccess(options);
    const access = apiKey ? accessByKey(apiKey) : app;
    if (!access) throw new ConfigError('LINEAR_API_KEY is not set.');
    this.api = new LinearApi(options, access);
    this.webhook = webhookSecret && new LinearWebhook(webhookSecret, app !== undefined);
    this.questions =
      app && new LinearSessions(new LinearApi(options, app), webhookSecret !== undefined);
    this.agents = new LinearAgents(this.api, this.questions);
    this.objects = new LinearObjects(this.api);
  }

  async whereTo(): Promise<string> {
    const { name } = await this.api.team();
    const why = await this.objects.whyNot('customer_request');
    return [`team ${this.options.teamKey} (${name})`, why?.replace(/\.$/, '')]
      .filter(Boolean)
      .join('; ');
  }

  parse(url: string): string | undefined {
    return parseWorkItemUrl(url, [linearAddress]).externalId;
  }

  async create(draft: IssueDraft, attempt: Attempt): Promise<CreatedIssue> {
    const teamId = draft.place ?? (await this.api.team()).id;
    const labels = await this.labels(draft.labels, teamId);
    const assignee = await this.assignee(draft.assignee, teamId);
    const unknown = [...labels.unknown, ...assignee.unknown];
    const input = {
      id: attempt.clientId,
      teamId,
      title: draft.title,
      description: draft.markdown,
      ...(labels.ids.length > 0 && { labelIds: labels.ids }),
      ...(assignee.id && { assigneeId: assignee.id }),
      ...(draft.priority && { priority: PRIORITIES[draft.priority] }),
    };
    try {
      const { issueCreate } = await this.write(IssueCreate, CREATE_ISSUE, { input }, 'issue');
      return await this.linkBack(issueCreate.issue, draft, unknown);
    } catch (error) {
      // Linear does not document its response to a repeated id: any refusal may mean that it exists.
      const found = isRefusal(error) ? await this.find(draft, attempt) : undefined;
      if (found) return found;
      throw error;
    }
  }

  async find(draft: IssueDraft, { clientId }: Attempt): Promise<CreatedIssue | undefined> {
    const { issues } = await this.api.request(Issues, ISSUE_BY_CLIENT_ID, { id: clientId });
    const issue = issues.nodes[0];
    return issue && this.linkBack(issue, draft, []);
  }

  async read({ externalId, nativeId }: IssueRef): Promise<TrackedIssue | undefined> {
    try {
      const { issue } = await this.api.send(OneIssue, ISSUE, { id: nativeId ?? externalId });
      const mover = issue.history.nodes
        .filter(({ toState }) => toState?.type === issue.state.type)
        .toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime())[0];
      return { ...presentTracked(issue), changedBy: mover?.actor?.displayName };
    } catch (error) {
      if (error instanceof InvalidInputLinearError) return undefined;
      throw ofRead(this.name, linearFailure(error, this.options.teamKey));
    }
  }

  async comment(issue: IssueRef, comment: IssueComment): Promise<void> {
    const input = {
      id: comment.commentId,
      issueId: issue.nativeId ?? issue.externalId,
      body: comment.markdown,
    };
    try {
      await this.write(CommentCreate, ADD_COMMENT, { input }, 'comment');
    } catch (error) {
      if (!isRefusal(error) || !(await this.hasComment(issue, comment))) throw error;
    }
  }

  async hasComment(_issue: IssueRef, { commentId }: IssueComment): Promise<boolean> {
    const { comments } = await this.api.request(Comments, COMMENT_BY_CLIENT_ID, { id: commentId });
    return comments.nodes.length > 0;
  }

  choices(place?: string): Promise<IssueChoices> {
    return linearChoices(this.api, place);
  }

  personByEmail(email: string, place?: string): Promise<Choice | undefined> {
    return linearPerson(this.api, email, place);
  }

  similar(wanted: SimilarTo): Promise<SimilarIssue[]> {
    return similarLinearIssues(this.api, wanted);
  }

  private async labels(names: readonly string[], teamId: string) {
    if (names.length === 0) return { ids: [], unknown: [] };
    const { issueLabels } = await this.api.request(Labels, LABELS_BY_NAME, { names, teamId });
    const known = new Set(issueLabels.nodes.map((label) => label.name));
    return {
      ids: issueLabels.nodes.map((label) => label.id),
      unknown: names.filter((name) => !known.has(name)).map((name) => `label ${name}`),
    };
  }

  /** A team's settings may name a person by display name. */
  private async assignee(
    asked: string | undefined,
    teamId: string,
  ): Promise<{ id?: string; unknown: string[] }> {
    if (!asked) return { unknown: [] };
    if (z.uuid().safeParse(asked).success) return { id: asked, unknown: [] };
    const { people } = await linearChoices(this.api, teamId);
    const known = people.find(
      ({ id, name }) => id === asked || name.toLowerCase() === asked.toLowerCase(),
    );
    return known ? { id: known.id, unknown: [] } : { unknown: [`assignee ${asked}`] };
  }

  /** Attaches our URL; attaching it again updates the attachment. Never fails the issue. */
  private async linkBack(
    issue: z.infer<typeof Issue>,
    draft: IssueDraft,
    dropped: string[],
  ): Promise<CreatedIssue> {
    const { pageUrl: url, recommendationId, signalId } = draft;
    if (!url) return { ...presentIssue(issue), dropped };
    const metadata = recommendationId === undefined ? { signalId } : { recommendationId };
    try {
      const input = { issueId: issue.id, url, title: BACK_LINK_TITLE, metadata };
      await this.api.request(AttachmentCreate, ADD_BACK_LINK, { input });
      return { ...presentIssue(issue), dropped };
    } catch {
      return { ...presentIssue(issue), dropped: [...dropped, 'back link'] };
    }
  }

  /** Sends a request that must take effect only once. */
  private write<T extends z.ZodType>(
    schema: T,
    document: string,
    variables: Record<string, unknown>,
    what: 'issue' | 'comment',
  ): Promise<z.infer<T>> {
    return this.api.send(schema, document, variables).catch((error: unknown) => {
      throw linearFailure(error, this.options.teamKey, what);
    });
  }
}

function appAccess({ app, apiUrl, tokens, timeoutMs }: LinearOptions): LinearAppAccess | undefined {
  if (!app) return undefined;
  if (!tokens) {
    throw new ConfigError(
      'LINEAR_CLIENT_ID needs ENCRYPTION_KEY and a team: the token of the app is stored encrypted for it. Set ENCRYPTION_KEY too, or remove LINEAR_CLIENT_ID.',
    );
  }
  return new LinearAppAccess(app, tokens, apiUrl ?? LINEAR_API_URL, timeoutMs ?? LINEAR_TIMEOUT_MS);
}

const isRefusal = (error: unknown): boolean =>
  error instanceof TrackerFailure && error.kind === 'refused';
