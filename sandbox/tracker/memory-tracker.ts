import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { PullState, WorkItemState } from '../../db/entities/work-item.js';
import { type AddressRule, parseWorkItemUrl } from '../../src/core/work-item-url.js';
import {
  type CreatedIssue,
  type IssueDraft,
  type IssueRef,
  isSimilarTitle,
  type SimilarIssue,
  type TrackedIssue,
} from '../../src/issues/issue.js';
import type {
  Attempt,
  Choice,
  CodingAgents,
  Delivery,
  IssueChoices,
  IssueComment,
  PullRequest,
  QuestionDesk,
  QuestionInIssue,
  Tracker,
} from '../../src/issues/tracker.js';

export interface MemoryIssue extends TrackedIssue {
  /** The id of the push that created it; empty for an issue that existed before. */
  clientId: string;
  draft?: IssueDraft | undefined;
  comments: MemoryComment[];
  /** The agent that has the issue. */
  agent?: Choice | undefined;
  /** The agent's pull request, which shows that it has begun. */
  pull?: PullRequest | undefined;
}

interface MemoryComment extends IssueComment {
  /** The person who wrote it; absent if we wrote it. */
  by?: string;
  /** True once the question in it was read. */
  seen?: boolean;
}

/** A comment that starts with this is a question to the service. */
export const BOT_NAME = '@Belief Layer';
const ASKS = new RegExp(`^\\s*${BOT_NAME}\\b[\\s,:]*`, 'i');

/** True if the comment is a question to the service. */
export const isQuestion = ({ by, markdown }: MemoryComment): boolean =>
  by !== undefined && ASKS.test(markdown);

interface MemoryTrackerOptions {
  provider: string;
  name: string;
  /** The prefix of its issue keys: `TASK` makes TASK-1, TASK-2… */
  prefix: string;
  /** Base URL of its issues; each issue's key follows it. */
  base: string;
  /** Signs its webhook deliveries. */
  secret: string;
  issues?: MemoryIssue[];
  places?: Choice[];
  labels?: string[];
  people?: (Choice & { email?: string })[];
  /** Stand-ins for coding agents. */
  agents?: Choice[];
  /** Called after every change. */
  save?(issues: readonly MemoryIssue[]): void;
}

/** A host without the difference between the names of this computer. */
const canonical = (host: string): string =>
  host.replace(/^(?:127\.0\.0\.1|\[::1\])(?=:|$)/, 'localhost');

/** URL rule for issues below `base`, by key. */
export function memoryAddress({
  provider,
  name,
  prefix,
  base,
}: Pick<MemoryTrackerOptions, 'provider' | 'name' | 'prefix' | 'base'>): AddressRule {
  const { host: ownHost, pathname } = new URL(base);
  const own = canonical(ownHost);
  return {
    provider,
    name,
    match(host, path) {
      if (canonical(host) !== own || !path.startsWith(`${pathname}/${prefix}-`)) return undefined;
      return { path, ignoresQuery: true, externalId: path.slice(pathname.length + 1) };
    },
  };
}

/** A complete issue tracker in memory, behind the same port as Linear and GitHub. */
export class MemoryTracker implements Tracker {
  readonly provider: string;
  readonly name: string;
  readonly placeName: string = 'board';
  readonly hasPriority = true;
  /** Every call has taken effect once it returns. */
  readonly inDoubtMs = 0;
  readonly issues: MemoryIssue[];
  readonly agents: CodingAgents | undefined;
  readonly webhook = {
    receive: (headers: IncomingHttpHeaders, body: Buffer): Delivery | undefined => {
      const theirs = Buffer.from(String(headers['x-signature']));
      const ours = Buffer.from(this.sign(body));
      if (theirs.length !== ours.length || !timingSafeEqual(theirs, ours)) return undefined;
      const { id, issue, question } = JSON.parse(body.toString());
      if (question) return { id, question };
      return { id, issue: { ...issue, updatedAt: new Date(issue.updatedAt) } };
    },
  };
  readonly questions: QuestionDesk = {
    howToAsk: async () => `answers comments that begin with ${BOT_NAME}`,
    mayAsk: async () => true,
    acknowledge: async ({ issue, questionId }) => {
      const asked = this.commentOf(issue, questionId);
      if (asked) asked.seen = true;
    },
    wordsOf: async ({ text }) => text,
    isPublic: async () => false,
    reply: ({ issue, replyId, askedAt }, { markdown }) =>
      this.comment(issue, { commentId: replyId, markdown, createdAt: askedAt }),
    hasReply: async ({ issue, replyId }) => this.commentOf(issue, replyId) !== undefined,
  };

  constructor(protected readonly options: MemoryTrackerOptions) {
    this.provider = options.provider;
    this.name = options.name;
    this.issues = options.issues ?? [];
    this.agents = options.agents && this.standIns(options.agents);
  }

  async whereTo(): Promise<string> {
    return 'the memory of this process';
  }

  parse(url: string): string | undefined {
    const { normalizedUrl, externalId } = parseWorkItemUrl(url, [memoryAddress(this.options)]);
    return externalId ?? this.issues.find((issue) => issue.url === normalizedUrl)?.externalId;
  }

  async create(draft: IssueDraft, { clientId }: Attempt): Promise<CreatedIssue> {
    return { ...this.add({ title: draft.title }, draft, clientId), dropped: [] };
  }

  async find(_draft: IssueDraft, { clientId }: Attempt): Promise<CreatedIssue | undefined> {
    const issue = this.issues.find((other) => other.clientId === clientId);
    return issue && { ...issue, dropped: [] };
  }

  async read({ externalId }: IssueRef): Promise<TrackedIssue | undefined> {
    return this.issue(externalId);
  }

  async comment({ externalId }: IssueRef, comment: IssueComment): Promise<void> {
    this.issue(externalId)?.comments.push(comment);
    this.options.save?.(this.issues);
  }

  async hasComment(issue: IssueRef, { commentId }: IssueComment): Promise<boolean> {
    return this.commentOf(issue, commentId) !== undefined;
  }

  private commentOf({ externalId }: IssueRef, commentId: string): MemoryComment | undefined {
    return this.issue(externalId)?.comments.find((one) => one.commentId === commentId);
  }

  /** Adds a person's comment. If it is a question to the service, returns the webhook delivery about it. */
  say(issue: MemoryIssue, text: string, by: string) {
    const comment = { commentId: randomUUID(), markdown: text, createdAt: new Date(), by };
    issue.comments.push(comment);
    this.options.save?.(this.issues);
    if (!isQuestion(comment)) return undefined;
    const { externalId, nativeId, url } = issue;
    const question: QuestionInIssue = {
      questionId: comment.commentId,
      issue: { externalId, nativeId, url },
      askedBy: by,
      text: text.replace(ASKS, '').trim(),
      stops: false,
    };
    return this.signed({ id: randomUUID(), question });
  }

  async choices(_place?: string): Promise<IssueChoices> {
    const { places = [], labels = [], people = [] } = this.options;
    return { places, labels, people: people.map(({ id, name }) => ({ id, name })) };
  }

  async personByEmail(email: string): Promise<Choice | undefined> {
    return this.options.people?.find((person) => person.email === email);
  }

  async similar({ title }: Pick<IssueDraft, 'title'>): Promise<SimilarIssue[]> {
    return this.issues
      .filter((issue) => isSimilarTitle(issue.title, title))
      .map((issue) => ({ ...issue, why: 'title' as const }))
      .slice(0, 5);
  }

  issue(externalId: string): MemoryIssue | undefined {
    return this.issues.find((issue) => issue.externalId === externalId);
  }

  /** Adds an issue, pushed by us or created there by someone else. */
  add(
    given: Partial<TrackedIssue> & { title: string },
    draft?: IssueDraft,
    clientId = '',
  ): MemoryIssue {
    const { prefix, base } = this.options;
    const keys = this.issues.filter((one) => one.externalId.startsWith(`${prefix}-`)).length;
    const externalId = `${prefix}-${keys + 1}`;
    const nativeId = randomUUID();
    const url = `${base}/${externalId}`;
    const added = { externalId, nativeId, url, state: 'open' as const, updatedAt: new Date() };
    const issue: MemoryIssue = { ...added, clientId, draft, comments: [], ...given };
    this.issues.push(issue);
    this.options.save?.(this.issues);
    return issue;
  }

  move(issue: MemoryIssue, state: WorkItemState, changedBy: string): void {
    const updatedAt = new Date(Math.max(Date.now(), issue.updatedAt.getTime() + 1));
    Object.assign(issue, { state, changedBy, updatedAt });
    this.options.save?.(this.issues);
  }

  /** Lets the agent open a pull request for its issue, or changes the pull request's state. */
  openPull(issue: MemoryIssue, state: PullState, mergedBy?: string): void {
    const number = issue.externalId.split('-').at(-1);
    const url = `${issue.url}#pull`;
    issue.pull = { name: `pull request ${number}`, url, state, mergedBy };
    this.options.save?.(this.issues);
  }

  /** Stand-in agents, which take an issue and do nothing on their own. */
  private standIns(agents: readonly Choice[]): CodingAgents {
    const change = ({ externalId }: IssueRef, agent: Choice | undefined): void => {
      const issue = this.issue(externalId);
      if (issue) issue.agent = agent;
      this.options.save?.(this.issues);
    };
    return {
      inDoubtMs: this.inDoubtMs,
      list: async () => ({ agents: [...agents] }),
      handOver: async (issue, agentId) => {
        change(
          issue,
          agents.find(({ id }) => id === agentId),
        );
      },
      takeBack: async (issue) => change(issue, undefined),
      progress: async ({ externalId }, agentId) => {
        const { agent, pull } = this.issue(externalId) ?? {};
        return { assigned: agent?.id === agentId, began: pull !== undefined, pull };
      },
    };
  }

  /** The webhook delivery about an issue in its current state. */
  delivery(
    { draft: _, comments: __, clientId: ___, agent: ____, pull: _____, ...issue }: MemoryIssue,
    id: string = randomUUID(),
  ): { body: string; headers: Record<string, string> } {
    return this.signed({ id, issue });
  }

  private signed(payload: object): { body: string; headers: Record<string, string> } {
    const body = JSON.stringify(payload);
    return {
      body,
      headers: { 'content-type': 'application/json', 'x-signature': this.sign(body) },
    };
  }

  sign = (body: Buffer | string): string =>
    createHmac('sha256', this.options.secret).update(body).digest('hex');
}
