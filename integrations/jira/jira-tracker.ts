import { z } from 'zod';
import { type AddressRule, parseWorkItemUrl } from '../../src/core/work-item-url.js';
import { BACK_LINK_TITLE, backLinkWithoutToken } from '../../src/issues/comments.js';
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
import { ofRead, unreachable } from '../../src/issues/tracker-failure.js';
import { isNotFound, JiraApi, type JiraOptions, jiraFailure, jqlText } from './jira-api.js';
import { jiraChoices, jiraPerson, similarJiraIssues } from './jira-choices.js';
import { jiraDocument } from './jira-document.js';
import {
  Issue,
  jiraAddress,
  LABEL,
  PROPERTY,
  presentIssue,
  presentTracked,
  TrackedJiraIssue,
} from './jira-issue.js';
import { creatableIssue, fieldsOf } from './jira-new-issue.js';
import { JiraWebhook } from './jira-webhook.js';

const Project = z.object({ key: z.string(), name: z.string() });
const Created = z.object({ id: z.string(), key: z.string() });
const Found = z.object({ issues: z.array(Issue).default([]), nextPageToken: z.string().nullish() });
const Fetched = z.object({
  issues: z.array(Issue).default([]),
  issueErrors: z.array(z.unknown()).default([]),
});
const WithHistory = TrackedJiraIssue.extend({
  changelog: z
    .object({
      histories: z.array(
        z.object({
          created: z.coerce.date(),
          author: z.object({ displayName: z.string() }).nullish(),
          items: z.array(z.object({ field: z.string(), to: z.string().nullish() })),
        }),
      ),
    })
    .optional(),
});
const CommentPage = z.object({
  comments: z.array(z.object({ id: z.string(), created: z.coerce.date() })),
});
const CommentProperty = z.object({ key: z.string(), value: z.unknown() });
const CommentList = z.object({
  values: z.array(z.object({ properties: z.array(CommentProperty).default([]) })),
});
const Made = z.object({ id: z.union([z.string(), z.number()]) });
const Ours = z.looseObject({ clientId: z.string() });

const PAGE = 100;
/** Allowed clock difference: an issue that we created can look this much older than its attempt. */
const CLOCK_SKEW_MS = 60 * 60_000;

export class JiraTracker implements Tracker {
  readonly provider = 'jira';
  readonly name = 'Jira';
  readonly placeName = 'project';
  readonly place: string;
  readonly hasPriority = true;
  readonly inDoubtMs: number;
  readonly webhook: JiraWebhook | undefined;
  private readonly api: JiraApi;
  private readonly address: AddressRule;

  constructor(private readonly options: JiraOptions) {
    this.place = options.project;
    this.inDoubtMs = options.inDoubtMs ?? 20_000; // Jira documents no limit; its requests take seconds
    this.api = new JiraApi(options);
    this.address = jiraAddress(options.siteUrl);
    this.webhook = options.webhookSecret && new JiraWebhook(options.webhookSecret, options.siteUrl);
  }

  async whereTo(): Promise<string> {
    await this.api.proveSignedIn();
    const { project } = this.options;
    const { key, name } = await this.api.read(Project, `/project/${encodeURIComponent(project)}`);
    const { type, fields } = await creatableIssue(this.api, project);
    const unable = ['labels', 'assignee', 'priority'].filter((field) => !fields.has(field));
    const without = unable.length > 0 ? `, without ${unable.join(', ')}` : '';
    return `project ${key} (${name}), as ${type.name}${without}`;
  }

  parse(url: string): string | undefined {
    return parseWorkItemUrl(url, [this.address]).externalId;
  }

  async create(draft: IssueDraft, { clientId }: Attempt): Promise<CreatedIssue> {
    const project = draft.place ?? this.place;
    const { recommendationId, signalId, title } = draft;
    const { fields, dropped } = await fieldsOf(this.api, draft, project);
    const properties = [{ key: PROPERTY, value: { clientId, recommendationId, signalId } }];
    const { id, key } = await this.api
      .request(Created, '/issue', { body: { fields, properties } })
      .catch((error: unknown) => {
        throw jiraFailure(error, project);
      });
    return this.linkBack({ id, key, fields: { summary: title } }, draft, dropped);
  }

  /**
   * Looks for the property that a creation sets. JQL comes first, because it also finds an issue that was moved.
   * Then the newest issues are read one by one, because JQL finds a new issue only after seconds or minutes.
   */
  async find(draft: IssueDraft, attempt: Attempt): Promise<CreatedIssue | undefined> {
    const project = draft.place ?? this.place;
    const signal = this.api.deadline(2);
    const isOurs = (issue: z.infer<typeof Issue>) =>
      Ours.safeParse(issue.properties?.[PROPERTY]).data?.clientId === attempt.clientId;
    for await (const page of this.newIssues(project, attempt, signal)) {
      const ours = page.find(isOurs);
      if (ours) return this.linkBack(ours, draft, []);
    }
    await this.api.proveSignedIn();
    return undefined;
  }

  async read({ externalId, nativeId }: IssueRef): Promise<TrackedIssue | undefined> {
    const fields = 'fields=summary,status,resolution,updated&expand=changelog';
    const path = `/issue/${encodeURIComponent(nativeId ?? externalId)}?${fields}`;
    try {
      const issue = await this.api.request(WithHistory, path, { reads: true });
      const mover = issue.changelog?.histories
        .filter(({ items }) =>
          items.some(({ field, to }) => field === 'status' && to === issue.fields.status.id),
        )
        .toSorted((a, b) => b.created.getTime() - a.created.getTime())[0];
      const changedBy = mover?.author?.displayName;
      return { ...presentTracked(issue, this.options.siteUrl), changedBy };
    } catch (error) {
      if (!isNotFound(error)) throw ofRead(this.name, jiraFailure(error, this.place));
      await this.api.proveSignedIn();
      return undefined;
    }
  }

  async comment(issue: IssueRef, { commentId, markdown }: IssueComment): Promise<void> {
    const body = {
      body: jiraDocument(markdown, this.options.publicUrl),
      properties: [
        { key: PROPERTY, value: { clientId: commentId } },
        // in a Jira Service Management project, the comment is not for the customer
        { key: 'sd.public.comment', value: { internal: true } },
      ],
    };
    await this.api.request(Made, commentsOf(issue), { body }).catch((error: unknown) => {
      throw jiraFailure(error, this.place, 'comment');
    });
  }

  async hasComment(issue: IssueRef, { commentId, createdAt }: IssueComment): Promise<boolean> {
    const oldest = createdAt.getTime() - CLOCK_SKEW_MS;
    const newestFirst = `${commentsOf(issue)}?orderBy=-created&maxResults=${PAGE}`;
    for (let startAt = 0; ; ) {
      const { comments } = await this.readComments(
        CommentPage,
        `${newestFirst}&startAt=${startAt}`,
      );
      const ids = comments
        .filter(({ created }) => created.getTime() >= oldest)
        .map(({ id }) => Number(id));
      if (ids.length === 0) {
        await this.api.proveSignedIn();
        return false;
      }
      const path = '/comment/list?expand=properties';
      const { values } = await this.readComments(CommentList, path, { ids });
      const ours = values.some(({ properties }) =>
        properties.some(
          ({ key, value }) =>
            key === PROPERTY && Ours.safeParse(value).data?.clientId === commentId,
        ),
      );
      if (ours) return true;
      startAt += comments.length; // a page may be shorter than requested
    }
  }

  choices(place?: string): Promise<IssueChoices> {
    return jiraChoices(this.api, place);
  }

  personByEmail(email: string, place?: string): Promise<Choice | undefined> {
    return jiraPerson(this.api, email, place);
  }

  similar(wanted: SimilarTo): Promise<SimilarIssue[]> {
    return similarJiraIssues(this.api, wanted);
  }

  /** Pages of issues created since the attempt; some issues come twice. */
  private async *newIssues(
    project: string,
    { startedAt }: Attempt,
    signal: AbortSignal,
  ): AsyncGenerator<z.infer<typeof Issue>[]> {
    const shape = { fields: ['summary'], properties: [PROPERTY] };
    const read = <T extends z.ZodType>(schema: T, path: string, body: object) =>
      this.api.read(schema, path, { body: { ...shape, ...body }, project, signal });

    const place = `project = ${jqlText(project)}`;
    const minutes = Math.ceil((Date.now() - startedAt.getTime() + CLOCK_SKEW_MS) / 60_000);
    const jql = `(labels = ${jqlText(LABEL)} OR ${place}) AND created >= "-${minutes}m" ORDER BY created DESC`;
    for (let token: string | null | undefined; token !== null; ) {
      const body = { jql, maxResults: PAGE, ...(token && { nextPageToken: token }) };
      const { issues, nextPageToken } = await read(Found, '/search/jql', body);
      yield issues;
      token = nextPageToken ?? null;
    }

    const newest = await read(Found, '/search/jql', {
      jql: `${place} ORDER BY key DESC`,
      maxResults: 1,
    });
    const [, prefix, number] = /^(.+)-(\d+)$/.exec(newest.issues[0]?.key ?? '') ?? [];
    const known = Number(number ?? 0);
    for (let from = Math.max(1, known - PAGE + 1); ; from += PAGE) {
      const keys = Array.from({ length: PAGE }, (_, n) => `${prefix ?? project}-${from + n}`);
      const { issues, issueErrors } = await read(Fetched, '/issue/bulkfetch', {
        issueIdsOrKeys: keys,
      });
      if (issueErrors.length > 0) throw unreachable(this.name, 'it left issues out');
      yield issues;
      if (issues.length === 0 && from > known) return;
    }
  }

  /** Adds a remote link with our id; sending it again replaces it. Never fails the issue. */
  private async linkBack(
    issue: z.infer<typeof Issue>,
    draft: IssueDraft,
    dropped: string[],
  ): Promise<CreatedIssue> {
    const { publicUrl, siteUrl } = this.options;
    const made = presentIssue(issue, siteUrl);
    const { pageUrl: url } = draft;
    if (!url) return { ...made, dropped };
    const link = {
      globalId: backLinkWithoutToken(publicUrl, draft),
      application: { type: 'belief-layer', name: 'Belief Layer' },
      relationship: 'evidence',
      object: { url, title: BACK_LINK_TITLE },
    };
    try {
      await this.api.read(Made, `/issue/${issue.id}/remotelink`, { body: link });
      return { ...made, dropped };
    } catch {
      return { ...made, dropped: [...dropped, 'back link'] };
    }
  }

  private async readComments<T extends z.ZodType>(schema: T, path: string, body?: object) {
    try {
      return await this.api.request(schema, path, { body, reads: true });
    } catch (error) {
      throw ofRead(this.name, jiraFailure(error, this.place, 'comment'));
    }
  }
}

const commentsOf = ({ externalId, nativeId }: IssueRef): string =>
  `/issue/${encodeURIComponent(nativeId ?? externalId)}/comment`;
