import { buildSchema, GraphQLError, graphqlSync } from 'graphql';
import { type Answer, FaultyServer } from './faulty-server.js';

/** The part of Linear's published schema that is used, with its names and nullability. */
const schema = buildSchema(`
  scalar JSONObject
  scalar DateTime
  input StringItemComparator { eq: String eqIgnoreCase: String in: [String!] }
  input StringArrayComparator { some: StringItemComparator }
  input BooleanComparator { eq: Boolean neq: Boolean }
  input StringComparator { eq: String eqIgnoreCase: String in: [String!] startsWith: String }
  input IDComparator { eq: ID in: [ID!] }
  input IssueIDComparator { eq: ID in: [ID!] neq: ID nin: [ID!] }
  input TeamFilter { id: IDComparator key: StringComparator }
  input NullableTeamFilter { id: IDComparator key: StringComparator null: Boolean }
  input IssueFilter { id: IssueIDComparator title: StringComparator }
  input CommentFilter { id: IDComparator body: StringComparator }
  input IssueLabelFilter {
    isGroup: BooleanComparator name: StringComparator team: NullableTeamFilter or: [IssueLabelFilter!]
  }
  type User {
    id: ID! name: String! displayName: String! email: String! app: Boolean! active: Boolean! supportsAgentSessions: Boolean!
  }
  input UserFilter { app: BooleanComparator active: BooleanComparator email: StringComparator }
  enum AgentSessionStatus { active awaitingInput complete error pending stale stopping }
  type AgentSession { id: ID! status: AgentSessionStatus! startedAt: DateTime appUser: User! }
  type AgentSessionConnection { nodes: [AgentSession!]! }
  type UserConnection { nodes: [User!]! }
  type Team { id: ID! key: String! name: String! members(first: Int, filter: UserFilter): UserConnection! }
  type TeamConnection { nodes: [Team!]! }
  type IssueLabel { id: ID! name: String! isGroup: Boolean! }
  type IssueLabelConnection { nodes: [IssueLabel!]! }
  type WorkflowState { id: ID! name: String! type: String! }
  type IssueHistory { id: ID! createdAt: DateTime! actor: User toState: WorkflowState }
  type IssueHistoryConnection { nodes: [IssueHistory!]! }
  type Issue {
    id: ID! identifier: String! url: String! title: String! description: String state: WorkflowState!
    updatedAt: DateTime! trashed: Boolean history(first: Int): IssueHistoryConnection!
    delegate: User agentSessions(first: Int): AgentSessionConnection! attachments(first: Int): AttachmentConnection!
  }
  type IssueConnection { nodes: [Issue!]! }
  type IssueSearchResult {
    id: ID! identifier: String! url: String! title: String! state: WorkflowState!
    updatedAt: DateTime! trashed: Boolean
  }
  type IssueSearchPayload { nodes: [IssueSearchResult!]! totalCount: Float! }
  type IssuePayload { issue: Issue lastSyncId: Float! success: Boolean! }
  type Attachment {
    id: ID! url: String! title: String! issue: Issue! sourceType: String metadata: JSONObject! createdAt: DateTime!
  }
  type AttachmentConnection { nodes: [Attachment!]! }
  type AttachmentPayload { attachment: Attachment! lastSyncId: Float! success: Boolean! }
  input AttachmentUpdateInput { title: String! subtitle: String metadata: JSONObject iconUrl: String }
  type Organization { id: ID! customersEnabled: Boolean! }
  type Customer { id: ID! name: String! domains: [String!]! }
  type CustomerConnection { nodes: [Customer!]! }
  input CustomerFilter { domains: StringArrayComparator }
  type CustomerNeed { id: ID! body: String customer: Customer issue: Issue }
  type CustomerNeedConnection { nodes: [CustomerNeed!]! }
  type CustomerNeedPayload { need: CustomerNeed! lastSyncId: Float! success: Boolean! }
  type CustomerNeedUpdatePayload { need: CustomerNeed! updatedRelatedNeeds: [CustomerNeed!]! lastSyncId: Float! success: Boolean! }
  type DeletePayload { entityId: String! lastSyncId: Float! success: Boolean! }
  input CustomerNeedFilter { id: IDComparator }
  input CustomerNeedCreateInput {
    id: String issueId: String projectId: String body: String customerId: String customerExternalId: String
    priority: Float attachmentUrl: String attachmentId: String commentId: String createAsUser: String createdAt: DateTime
  }
  input CustomerNeedUpdateInput { id: String issueId: String body: String customerId: String priority: Float }
  type Comment { id: ID! body: String! }
  type CommentConnection { nodes: [Comment!]! }
  type CommentPayload { comment: Comment! lastSyncId: Float! success: Boolean! }
  input IssueCreateInput {
    id: String teamId: String! title: String description: String labelIds: [String!] priority: Int
    stateId: String assigneeId: String
  }
  input IssueUpdateInput { title: String stateId: String assigneeId: String delegateId: String }
  input AttachmentCreateInput {
    id: String issueId: String! title: String! subtitle: String url: String! metadata: JSONObject
  }
  input AttachmentFilter { url: StringComparator or: [AttachmentFilter!] }
  input CommentCreateInput { id: String issueId: String body: String createAsUser: String }
  enum AgentActivitySignal { auth continue select stop }
  type AgentActivity { id: ID! }
  type AgentActivityConnection { nodes: [AgentActivity!]! }
  type AgentActivityPayload { agentActivity: AgentActivity! lastSyncId: Float! success: Boolean! }
  input AgentActivityFilter { id: IDComparator agentSessionId: StringComparator type: StringComparator }
  input AgentActivityCreateInput {
    id: String agentSessionId: String! content: JSONObject! ephemeral: Boolean
    signal: AgentActivitySignal signalMetadata: JSONObject contextualMetadata: JSONObject
  }
  type Query {
    viewer: User!
    agentActivities(filter: AgentActivityFilter, first: Int, includeArchived: Boolean): AgentActivityConnection!
    teams(filter: TeamFilter, first: Int): TeamConnection!
    team(id: String!): Team!
    issueLabels(filter: IssueLabelFilter, first: Int): IssueLabelConnection!
    issues(filter: IssueFilter, first: Int, includeArchived: Boolean): IssueConnection!
    issue(id: String!): Issue!
    comments(filter: CommentFilter, first: Int, includeArchived: Boolean): CommentConnection!
    attachments(filter: AttachmentFilter, first: Int): AttachmentConnection!
    organization: Organization!
    customers(filter: CustomerFilter, first: Int): CustomerConnection!
    customerNeeds(filter: CustomerNeedFilter, first: Int, includeArchived: Boolean): CustomerNeedConnection!
    searchIssues(term: String!, first: Int): IssueSearchPayload!
    users(filter: UserFilter, first: Int): UserConnection!
  }
  type Mutation {
    issueCreate(input: IssueCreateInput!): IssuePayload!
    issueUpdate(id: String!, input: IssueUpdateInput!): IssuePayload!
    attachmentCreate(input: AttachmentCreateInput!): AttachmentPayload!
    attachmentUpdate(id: String!, input: AttachmentUpdateInput!): AttachmentPayload!
    customerNeedCreate(input: CustomerNeedCreateInput!): CustomerNeedPayload!
    customerNeedUpdate(id: String!, input: CustomerNeedUpdateInput!): CustomerNeedUpdatePayload!
    customerNeedDelete(id: String!, keepAttachment: Boolean): DeletePayload!
    commentCreate(input: CommentCreateInput!): CommentPayload!
    agentActivityCreate(input: AgentActivityCreateInput!): AgentActivityPayload!
  }
`);

const UUID_V4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

interface IssueCreateInput {
  id?: string;
  teamId: string;
  title: string;
  description?: string;
  labelIds?: string[];
  priority?: number;
  assigneeId?: string;
}

interface State {
  id: string;
  name: string;
  type: string;
}

export interface LinearIssue extends IssueCreateInput {
  id: string;
  identifier: string;
  url: string;
  state: State;
  updatedAt: string;
  trashed?: boolean;
  moves: { id: string; createdAt: string; actor: { displayName: string }; toState: State }[];
  delegateId?: string | undefined;
  sessions: { id: string; status: string; startedAt: string | null; appUserId: string }[];
  pulls: { url: string; sourceType: string; metadata: Record<string, unknown> }[];
}

interface Caller {
  isApp: boolean;
}

interface AttachmentFilter {
  url: { eq?: string; startsWith?: string };
}

interface CommentCreateInput {
  id?: string;
  issueId: string;
  body: string;
}

interface CustomerRequest {
  id: string;
  issueId: string;
  body: string;
  customerId?: string;
}

interface Attached {
  id: string;
  issueId: string;
  url: string;
  title: string;
  subtitle?: string;
  metadata?: Record<string, unknown>;
}

interface Activity {
  id: string;
  agentSessionId: string;
  content: { type: string; body: string };
}

/** Contents that an agent may send, other than an action, which has other fields. */
const ACTIVITY_TYPES = ['thought', 'response', 'error', 'elicitation'];

/** Linear's way to say no: HTTP 400 or 200, `extensions.type` for people, `extensions.code` for programs. */
const invalidInput = (message: string) =>
  new GraphQLError(message, {
    extensions: {
      type: 'invalid input',
      code: 'INPUT_ERROR',
      userError: true,
      userPresentableMessage: message,
    },
  });

export const linearError = (type: string, code: string, message: string) => ({
  errors: [{ message, extensions: { type, code, userPresentableMessage: message } }],
});

const user = (id: string, displayName: string) => ({
  id,
  displayName,
  name: displayName.toLowerCase(),
  email: `${displayName.toLowerCase()}@example.com`,
  app: false,
  active: true,
  supportsAgentSessions: false,
});

/** Linear in memory: teams, people, labels, and issues and comments with ids of the caller's choice. */
export class FakeLinear {
  readonly key = 'lin_api_test';
  readonly team = { id: 'team-eng', key: 'ENG', name: 'Engineering' };
  readonly teams = [this.team, { id: 'team-ops', key: 'OPS', name: 'Operations' }];
  readonly people = [user('user-ada', 'Ada')];
  agents = [
    { ...user('agent-coder', 'Coder'), app: true, supportsAgentSessions: true },
    { ...user('agent-notes', 'Notes'), app: true },
  ];
  /** Every delegation that took effect. */
  readonly handovers: { issue: string; agent: string }[] = [];
  readonly labels = [{ id: 'label-research', name: 'research', isGroup: false }];
  readonly issues: LinearIssue[] = [];
  readonly comments: CommentCreateInput[] = [];
  readonly attachments = new Map<string, Attached>();
  /** False in a workspace whose admins have not switched customer requests on. */
  customersEnabled = true;
  readonly customers = [{ id: 'customer-acme', name: 'Acme', domains: ['acme.example'] }];
  readonly customerRequests: CustomerRequest[] = [];
  /** Ids of every customer request that was ever made. */
  readonly requestIds: string[] = [];
  /** The app, and the tokens that it was given: only the last one works. */
  readonly app = {
    ...user('user-app', 'belief-layer'),
    name: 'Belief Layer',
    app: true,
    supportsAgentSessions: true,
  };
  readonly credentials = { clientId: 'an-app', clientSecret: 'its-secret' };
  readonly tokens: string[] = [];
  /** Open agent sessions, by id, and what the app said in them. */
  readonly sessions = new Set<string>();
  readonly activities: Activity[] = [];
  readonly server = new FaultyServer(
    (request, body) =>
      request.url === '/oauth/token'
        ? 'POST /oauth/token'
        : (/(query|mutation) \w+/.exec(
            (body as { query?: string } | undefined)?.query ?? '',
          )?.[0] ?? ''),
    ({ operation, body }, request) =>
      operation === 'POST /oauth/token'
        ? this.giveToken(body as Record<string, string>)
        : this.answer(body, request.headers.authorization),
  );

  private giveToken(form: Record<string, string>): Answer {
    const { clientId, clientSecret } = this.credentials;
    const known = form.client_id === clientId && form.client_secret === clientSecret;
    if (!known || form.grant_type !== 'client_credentials' || !form.scope) {
      return {
        status: 400,
        body: { error: 'invalid_client', error_description: 'Invalid client' },
      };
    }
    const access_token = `lin_oauth_${this.tokens.length + 1}`;
    this.tokens.push(access_token);
    const { scope } = form;
    return {
      status: 200,
      body: { access_token, token_type: 'Bearer', expires_in: 2_591_999, scope },
    };
  }

  /** Somebody moves an issue into a state of this type. */
  move(issue: LinearIssue, type: string, by = 'Ada'): void {
    issue.state = { id: `state-${type}`, name: 'Whatever we call it', type };
    issue.updatedAt = new Date(Math.max(Date.now(), Date.parse(issue.updatedAt) + 1)).toISOString();
    const move = { createdAt: issue.updatedAt, actor: { displayName: by }, toState: issue.state };
    issue.moves.unshift({ id: `move-${issue.moves.length}`, ...move });
  }

  private attachmentsOf(issue: LinearIssue) {
    const pulls = issue.pulls.map((pull, n) => ({
      id: `pull-${n}`,
      title: 'A pull request',
      createdAt: new Date(n * 1_000).toISOString(),
      ...pull,
    }));
    const ours = [...this.attachments.values()].filter(({ issueId }) => issueId === issue.id);
    const createdAt = new Date(0).toISOString();
    return [...pulls, ...ours.map((one) => ({ metadata: {}, createdAt, ...one }))];
  }

  private answer(body: unknown, authorization: string | undefined): Answer {
    const isApp = this.tokens.length > 0 && authorization === `Bearer ${this.tokens.at(-1)}`;
    if (!isApp && authorization !== this.key) {
      return {
        status: 401,
        body: linearError(
          'authentication error',
          'AUTHENTICATION_ERROR',
          'Authentication required',
        ),
      };
    }
    if (body === undefined) return { status: 400 };
    const { query, variables } = body as { query: string; variables: Record<string, unknown> };
    const result = graphqlSync({
      schema,
      source: query,
      variableValues: variables,
      rootValue: this.root,
      contextValue: { isApp },
    });
    return { status: result.data ? 200 : 400, body: result };
  }

  private readonly root = {
    viewer: (_: unknown, { isApp }: Caller) => (isApp ? this.app : this.people[0]),
    agentActivities: ({ filter }: { filter: { id: { eq: string } } }) => ({
      nodes: this.activities.filter(({ id }) => id === filter.id.eq),
    }),
    agentActivityCreate: ({ input }: { input: Activity }, { isApp }: Caller) => {
      const { id, content } = input;
      if (!isApp) throw invalidInput('Only the app of a session may write to it');
      if (!this.sessions.has(input.agentSessionId))
        throw invalidInput('Entity not found: AgentSession');
      if (!UUID_V4.test(id)) throw invalidInput('id must be a UUID v4');
      if (this.activities.some((one) => one.id === id))
        throw invalidInput('An entity with this id exists');
      if (!ACTIVITY_TYPES.includes(content.type) || !content.body)
        throw invalidInput('content must have a type and a body');
      this.activities.push(input);
      return { success: true, lastSyncId: 1, agentActivity: { id } };
    },
    teams: ({ filter }: { filter?: { key: { eqIgnoreCase: string } } }) => ({
      nodes: this.teams.filter(
        ({ key }) => !filter || filter.key.eqIgnoreCase.toUpperCase() === key,
      ),
    }),
    team: ({ id }: { id: string }) => {
      const team = this.teams.find((other) => other.id === id);
      if (!team) throw invalidInput('Entity not found: Team');
      const members = ({ filter }: { filter?: { email: { eqIgnoreCase: string } } }) => {
        const wanted = filter?.email.eqIgnoreCase.toLowerCase();
        return { nodes: this.people.filter(({ email }) => !wanted || email === wanted) };
      };
      return { ...team, members };
    },
    issueLabels: ({ filter }: { filter: { name?: { in: string[] } } }) => ({
      nodes: this.labels.filter((label) => filter.name?.in.includes(label.name) ?? true),
    }),
    attachments: ({ filter }: { filter: { or: AttachmentFilter[] } }) => ({
      nodes: [...this.attachments.values()]
        .filter((attachment) =>
          filter.or.some(({ url: { eq, startsWith } }) =>
            eq === undefined ? attachment.url.startsWith(startsWith ?? '') : attachment.url === eq,
          ),
        )
        .map((attachment) => ({
          metadata: {},
          ...attachment,
          createdAt: new Date().toISOString(),
          issue: present(this.issues.find(({ id }) => id === attachment.issueId)!),
        })),
    }),
    searchIssues: ({ term }: { term: string }) => ({
      nodes: this.issues
        .filter(({ title }) => term.split(' ').some((word) => title.includes(word)))
        .map(present),
      totalCount: 0,
    }),
    comments: ({ filter }: { filter: { id: { eq: string } } }) => ({
      nodes: this.comments.filter(({ id }) => id === filter.id.eq),
    }),
    commentCreate: ({ input }: { input: CommentCreateInput }) => {
      const { id } = input;
      if (id === undefined || !UUID_V4.test(id)) throw invalidInput('id must be a UUID v4');
      if (this.comments.some((comment) => comment.id === id))
        throw invalidInput('An entity with this id exists');
      this.comments.push(input);
      return { success: true, lastSyncId: 1, comment: input };
    },
    issues: ({ filter }: { filter: { id: { eq: string } } }) => ({
      nodes: this.issues.filter((issue) => issue.id === filter.id.eq).map(present),
    }),
    issue: ({ id }: { id: string }) => {
      const issue = this.issues.find((other) => other.id === id || other.identifier === id);
      if (!issue) throw invalidInput('Entity not found: Issue');
      return { ...present(issue), attachments: { nodes: this.attachmentsOf(issue) } };
    },
    issueCreate: ({ input }: { input: IssueCreateInput }) => {
      const { id } = input;
      if (id === undefined || !UUID_V4.test(id)) throw invalidInput('id must be a UUID v4');
      if (this.issues.some((issue) => issue.id === id))
        throw invalidInput('An entity with this id exists');
      const team = this.teams.find((other) => other.id === input.teamId);
      if (!team) throw invalidInput('Entity not found: Team');
      const identifier = `${team.key}-${this.issues.length + 1}`;
      const url = `https://linear.app/acme/issue/${identifier}/a-title`;
      const issue = {
        ...input,
        id,
        identifier,
        url,
        state: { id: 's', name: 'Triage', type: 'triage' },
        updatedAt: new Date().toISOString(),
        moves: [],
        sessions: [],
        pulls: [],
      };
      this.issues.push(issue);
      return { success: true, lastSyncId: 1, issue: present(issue) };
    },
    users: ({ filter }: { filter?: { app?: { eq: boolean } } }) => {
      const installed = this.tokens.length > 0 ? [this.app] : [];
      const all = [...this.people, ...this.agents, ...installed];
      return { nodes: all.filter(({ app }) => app === (filter?.app?.eq ?? app)) };
    },
    issueUpdate: ({ id, input }: { id: string; input: { delegateId?: string | null } }) => {
      const issue = this.issues.find((other) => other.id === id || other.identifier === id);
      if (!issue) throw invalidInput('Entity not found: Issue');
      if (input.delegateId && !this.agents.some((agent) => agent.id === input.delegateId))
        throw invalidInput('delegateId must be an agent');
      if (input.delegateId) {
        this.handovers.push({ issue: issue.identifier, agent: input.delegateId });
        // Linear opens a session for the agent, which has not begun by that.
        const session = { status: 'pending', startedAt: null, appUserId: input.delegateId };
        issue.sessions.push({ id: `session-${issue.sessions.length}`, ...session });
      }
      issue.delegateId = input.delegateId ?? undefined;
      return { success: true, lastSyncId: 1, issue: present(issue) };
    },
    attachmentCreate: ({ input }: { input: Omit<Attached, 'id'> }) => {
      const place = `${input.issueId} ${input.url}`;
      const id = this.attachments.get(place)?.id ?? `attachment-${this.attachments.size + 1}`;
      const attachment = { ...input, id };
      this.attachments.set(place, attachment);
      return { success: true, lastSyncId: 1, attachment: { metadata: {}, ...attachment } };
    },
    attachmentUpdate: ({ id, input }: { id: string; input: Partial<Attached> }) => {
      const attachment = [...this.attachments.values()].find((one) => one.id === id);
      if (!attachment) throw invalidInput('Entity not found: Attachment');
      return { success: true, lastSyncId: 1, attachment: Object.assign(attachment, input) };
    },
    organization: () => ({ id: 'organization', customersEnabled: this.customersEnabled }),
    customers: ({ filter }: { filter: { domains: { some: { eqIgnoreCase: string } } } }) => ({
      nodes: this.customers.filter(({ domains }) =>
        domains.includes(filter.domains.some.eqIgnoreCase.toLowerCase()),
      ),
    }),
    customerNeeds: ({ filter }: { filter: { id: { eq: string } } }) => ({
      nodes: this.customerRequests.filter(({ id }) => id === filter.id.eq),
    }),
    customerNeedCreate: ({ input }: { input: CustomerRequest }) => {
      if (!this.customersEnabled)
        throw new GraphQLError('Feature not accessible', {
          extensions: { type: 'feature not accessible', code: 'FEATURE_NOT_ACCESSIBLE' },
        });
      if (!UUID_V4.test(input.id)) throw invalidInput('id must be a UUID v4');
      if (this.customerRequests.some(({ id }) => id === input.id))
        throw invalidInput('An entity with this id exists');
      if (!this.issues.some(({ id, identifier }) => [id, identifier].includes(input.issueId)))
        throw invalidInput('Entity not found: Issue');
      this.customerRequests.push(input);
      this.requestIds.push(input.id);
      return { success: true, lastSyncId: 1, need: { id: input.id } };
    },
    customerNeedUpdate: ({ id, input }: { id: string; input: Partial<CustomerRequest> }) => {
      const request = this.customerRequests.find((one) => one.id === id);
      if (!request) throw invalidInput('Entity not found: CustomerNeed');
      Object.assign(request, input);
      return { success: true, lastSyncId: 1, need: request, updatedRelatedNeeds: [] };
    },
    customerNeedDelete: ({ id }: { id: string }) => {
      const at = this.customerRequests.findIndex((one) => one.id === id);
      if (at < 0) throw invalidInput('Entity not found: CustomerNeed');
      this.customerRequests.splice(at, 1);
      return { success: true, lastSyncId: 1, entityId: id };
    },
  };
}

const present = (issue: LinearIssue) => ({
  ...issue,
  history: { nodes: issue.moves },
  delegate: issue.delegateId ? user(issue.delegateId, 'Coder') : null,
  agentSessions: {
    nodes: issue.sessions.map((session) => ({
      ...session,
      appUser: user(session.appUserId, 'Coder'),
    })),
  },
});
