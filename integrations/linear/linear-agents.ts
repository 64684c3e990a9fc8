import { z } from 'zod';
import type { IssueRef } from '../../src/issues/issue.js';
import type {
  AgentList,
  AgentProgress,
  CodingAgents,
  PullRequest,
} from '../../src/issues/tracker.js';
import { refused } from '../../src/issues/tracker-failure.js';
import { type LinearApi, linearFailure, nodes } from './linear-api.js';
import { AGENT_PROGRESS, AGENTS, SET_DELEGATE } from './linear-documents.js';
import type { LinearSessions } from './linear-sessions.js';

const Id = z.object({ id: z.string() });
const Agents = z.object({
  users: nodes(
    z.object({ id: z.string(), displayName: z.string(), supportsAgentSessions: z.boolean() }),
  ),
});
const Update = z.object({
  issueUpdate: z.object({
    success: z.literal(true),
    issue: z.object({ delegate: Id.nullish() }).nullish(),
  }),
});
/** An attachment's facts as written by Linear's GitHub integration; Linear's schema does not define their shape. */
const PullMetadata = z.object({
  status: z.enum(['draft', 'open', 'merged', 'closed']),
  number: z.number().int(),
  repoLogin: z.string().optional(),
  repoName: z.string().optional(),
});
const Attachment = z.object({
  url: z.string(),
  sourceType: z.string().nullish(),
  metadata: z.unknown(),
  createdAt: z.coerce.date(),
});
const Progress = z.object({
  issue: z.object({
    delegate: Id.nullish(),
    agentSessions: nodes(z.object({ startedAt: z.string().nullish(), appUser: Id })),
    attachments: nodes(Attachment),
  }),
});

/** Linear's agents: app users to whom an issue is delegated. The assignee stays the same. */
export class LinearAgents implements CodingAgents {
  readonly inDoubtMs: number;

  constructor(
    private readonly api: LinearApi,
    /** Our own app, which answers questions and is not a coding agent. */
    private readonly sessions: LinearSessions | undefined,
  ) {
    this.inDoubtMs = api.options.inDoubtMs ?? 10_000;
  }

  async list(): Promise<AgentList> {
    const [{ users }, ourselves] = await Promise.all([
      this.api.request(Agents, AGENTS),
      this.sessions?.whoWeAre(),
    ]);
    const agents = users.nodes
      .filter(({ id, supportsAgentSessions }) => supportsAgentSessions && id !== ourselves?.id)
      .map(({ id, displayName }) => ({ id, name: displayName }));
    const whyNone = 'This Linear workspace has no coding agent: an admin installs one first.';
    return agents.length > 0 ? { agents } : { agents, whyNone };
  }

  async handOver(issue: IssueRef, agentId: string): Promise<void> {
    const delegate = await this.setDelegate(issue, agentId);
    if (delegate !== agentId) {
      throw refused('Linear did not delegate the issue: check that the agent may see its team.');
    }
  }

  async takeBack(issue: IssueRef): Promise<void> {
    await this.setDelegate(issue, null);
  }

  async progress({ nativeId, externalId }: IssueRef, agentId: string): Promise<AgentProgress> {
    const id = nativeId ?? externalId;
    const { issue } = await this.api.request(Progress, AGENT_PROGRESS, { id });
    const started = issue.agentSessions.nodes.some(
      ({ startedAt, appUser }) => startedAt && appUser.id === agentId,
    );
    const pull = latestPull(issue.attachments.nodes);
    return {
      assigned: issue.delegate?.id === agentId,
      began: started || pull !== undefined,
      ...(pull && { pull }),
    };
  }

  private async setDelegate(
    { nativeId, externalId }: IssueRef,
    delegateId: string | null,
  ): Promise<string | undefined> {
    const variables = { id: nativeId ?? externalId, delegateId };
    const { issueUpdate } = await this.api
      .send(Update, SET_DELEGATE, variables)
      .catch((error: unknown) => {
        throw linearFailure(error, this.api.options.teamKey, 'handover');
      });
    return issueUpdate.issue?.delegate?.id;
  }
}

/** The newest pull request attached by Linear's GitHub integration. */
function latestPull(attachments: readonly z.infer<typeof Attachment>[]): PullRequest | undefined {
  const pulls = attachments
    .filter(({ sourceType }) => sourceType === 'github')
    .flatMap(({ url, metadata, createdAt }) => {
      const found = PullMetadata.safeParse(metadata).data;
      return found ? [{ url, createdAt, ...found }] : [];
    })
    .toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime());
  const [pull] = pulls;
  if (!pull) return undefined;
  const { url, status, number, repoLogin, repoName } = pull;
  const repo = repoLogin && repoName ? `${repoLogin}/${repoName}` : '';
  return { name: `${repo}#${number}`, url, state: status };
}
