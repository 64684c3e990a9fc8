import { InvalidInputLinearError, LinearClient } from '@linear/sdk';
import { z } from 'zod';
import { ConfigError } from '../../src/config/config-error.js';
import type { LinearSettings } from '../../src/config/integration-settings.js';
import { backLink } from '../../src/trackers/back-link.js';
import type {
  Attempt,
  CreatedIssue,
  IssueDraft,
  IssueState,
  TrackedIssue,
  Tracker,
} from '../../src/trackers/tracker.js';
import { ofRead, refused, TrackerFailure } from '../../src/trackers/tracker-failure.js';
import {
  ADD_BACK_LINK,
  CREATE_ISSUE,
  ISSUE,
  ISSUE_BY_CLIENT_ID,
  LABELS_BY_NAME,
  TEAM_BY_KEY,
} from './linear-documents.js';
import { linearFailure } from './linear-failure.js';

export interface LinearOptions extends LinearSettings {
  /** Where this service is reached, for the link back. */
  publicUrl: string;
  timeoutMs?: number;
}

const Issue = z.object({
  id: z.string(),
  identifier: z.string(),
  url: z.string(),
  title: z.string(),
  state: z.object({ type: z.string() }),
});
const nodes = <T extends z.ZodType>(node: T) => z.object({ nodes: z.array(node) });
const Teams = z.object({ teams: nodes(z.object({ id: z.string() })) });
const Labels = z.object({ issueLabels: nodes(z.object({ id: z.string(), name: z.string() })) });
const IssueCreate = z.object({ issueCreate: z.object({ issue: Issue }) });
const Issues = z.object({ issues: nodes(Issue) });
const OneIssue = z.object({ issue: Issue });
const AttachmentCreate = z.object({ attachmentCreate: z.object({ success: z.literal(true) }) });

const STATES: Record<string, IssueState> = {
  started: 'started',
  completed: 'completed',
  canceled: 'canceled',
  duplicate: 'duplicate',
};

export class LinearTracker implements Tracker {
  readonly provider = 'linear';
  readonly name = 'Linear';
  /** The issue carries our id, so a second creation of it is refused whenever the first one lands. */
  readonly settleMs = 0;
  private teamId: string | undefined;

  /** Throws ConfigError for an address that the SDK would refuse at the first press of a button. */
  constructor(private readonly options: LinearOptions) {
    try {
      this.client();
    } catch {
      throw new ConfigError('LINEAR_API_URL must start with https://, or http:// on this machine.');
    }
  }

  async create(draft: IssueDraft, attempt: Attempt): Promise<CreatedIssue> {
    const teamId = await this.team();
    const labels = await this.labels(draft.labels, teamId);
    const input = {
      id: attempt.clientId,
      teamId,
      title: draft.title,
      description: draft.markdown,
      ...(labels.ids.length > 0 && { labelIds: labels.ids }),
    };
    try {
      const { issueCreate } = await this.send(IssueCreate, CREATE_ISSUE, { input }).catch(
        (error: unknown) => {
          throw this.failure(error);
        },
      );
      return await this.linkBack(issueCreate.issue, draft, labels.unknown);
    } catch (error) {
      // What a repeated id is answered with is undocumented: any refusal may be one.
      const found = isRefusal(error) ? await this.find(draft, attempt) : undefined;
      if (found) return found;
      throw error;
    }
  }

  async find(draft: IssueDraft, { clientId }: Attempt): Promise<CreatedIssue | undefined> {
    const { issues } = await this.request(Issues, ISSUE_BY_CLIENT_ID, { id: clientId });
    const issue = issues.nodes[0];
    return issue && this.linkBack(issue, draft, []);
  }

  async read(id: string): Promise<TrackedIssue | undefined> {
    try {
      const { issue } = await this.send(OneIssue, ISSUE, { id });
      return { ...present(issue), state: STATES[issue.state.type] ?? 'open' };
    } catch (error) {
      if (error instanceof InvalidInputLinearError) return undefined;
      throw ofRead(this.name, this.failure(error));
    }
  }

  private async team(): Promise<string> {
    if (this.teamId) return this.teamId;
    const key = this.options.teamKey;
    const { teams } = await this.request(Teams, TEAM_BY_KEY, { key });
    const id = teams.nodes[0]?.id;
    if (!id) {
      throw refused(
        `Linear shows us no team with the key ${JSON.stringify(key)}: check LINEAR_TEAM and try again.`,
      );
    }
    this.teamId = id;
    return id;
  }

  private async labels(names: readonly string[], teamId: string) {
    if (names.length === 0) return { ids: [], unknown: [] };
    const { issueLabels } = await this.request(Labels, LABELS_BY_NAME, { names, teamId });
    const known = new Set(issueLabels.nodes.map((label) => label.name));
    return {
      ids: issueLabels.nodes.map((label) => label.id),
      unknown: names.filter((name) => !known.has(name)).map((name) => `label ${name}`),
    };
  }

  /** Attaches our address; the same address again updates the attachment. Never fails the issue. */
  private async linkBack(
    issue: z.infer<typeof Issue>,
    draft: IssueDraft,
    dropped: string[],
  ): Promise<CreatedIssue> {
    const { url, title } = backLink(this.options.publicUrl, draft.recommendationId);
    const metadata = { recommendationId: draft.recommendationId };
    try {
      const input = { issueId: issue.id, url, title, metadata };
      await this.request(AttachmentCreate, ADD_BACK_LINK, { input });
      return { ...present(issue), dropped };
    } catch {
      return { ...present(issue), dropped: [...dropped, 'back link'] };
    }
  }

  /** A request that makes no issue, whatever becomes of it. */
  private async request<T extends z.ZodType>(
    schema: T,
    document: string,
    variables: Record<string, unknown>,
  ): Promise<z.infer<T>> {
    return this.send(schema, document, variables).catch((error: unknown) => {
      throw ofRead(this.name, this.failure(error));
    });
  }

  /** One request with the SDK's own errors. */
  private async send<T extends z.ZodType>(
    schema: T,
    document: string,
    variables: Record<string, unknown>,
  ): Promise<z.infer<T>> {
    const { data } = await this.client().client.rawRequest(document, variables);
    return schema.parse(data);
  }

  /** A client for one request: the SDK fixes the signal at construction. */
  private client(): LinearClient {
    const { apiKey, apiUrl, timeoutMs = 10_000 } = this.options;
    const key = apiKey.reveal();
    return new LinearClient({
      ...(key.startsWith('lin_oauth_') ? { accessToken: key } : { apiKey: key }),
      ...(apiUrl !== undefined && { apiUrl }),
      signal: AbortSignal.timeout(timeoutMs),
    });
  }

  private failure(error: unknown): TrackerFailure {
    return linearFailure(error, this.options.teamKey);
  }
}

const isRefusal = (error: unknown): boolean =>
  error instanceof TrackerFailure && error.kind === 'refused';

const present = ({ id, identifier, url, title }: z.infer<typeof Issue>) => ({
  externalId: identifier,
  nativeId: id,
  url,
  title,
});
