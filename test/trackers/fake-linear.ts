import { buildSchema, GraphQLError, graphqlSync } from 'graphql';
import { type Answer, FaultyServer } from './faulty-server.js';

/** The part of Linear's published schema that is used, with its names and nullability. */
const schema = buildSchema(`
  scalar JSONObject
  input StringComparator { eq: String eqIgnoreCase: String in: [String!] }
  input IDComparator { eq: ID in: [ID!] }
  input IssueIDComparator { eq: ID in: [ID!] neq: ID nin: [ID!] }
  input TeamFilter { id: IDComparator key: StringComparator }
  input NullableTeamFilter { id: IDComparator key: StringComparator null: Boolean }
  input IssueFilter { id: IssueIDComparator title: StringComparator }
  input IssueLabelFilter { name: StringComparator team: NullableTeamFilter or: [IssueLabelFilter!] }
  type Team { id: ID! key: String! name: String! }
  type TeamConnection { nodes: [Team!]! }
  type IssueLabel { id: ID! name: String! }
  type IssueLabelConnection { nodes: [IssueLabel!]! }
  type WorkflowState { id: ID! name: String! type: String! }
  type Issue { id: ID! identifier: String! url: String! title: String! description: String state: WorkflowState! }
  type IssueConnection { nodes: [Issue!]! }
  type IssuePayload { issue: Issue lastSyncId: Float! success: Boolean! }
  type Attachment { id: ID! url: String! title: String! }
  type AttachmentPayload { attachment: Attachment! lastSyncId: Float! success: Boolean! }
  input IssueCreateInput {
    id: String teamId: String! title: String description: String labelIds: [String!] priority: Int stateId: String
  }
  input AttachmentCreateInput {
    id: String issueId: String! title: String! subtitle: String url: String! metadata: JSONObject
  }
  type Query {
    teams(filter: TeamFilter, first: Int): TeamConnection!
    issueLabels(filter: IssueLabelFilter, first: Int): IssueLabelConnection!
    issues(filter: IssueFilter, first: Int, includeArchived: Boolean): IssueConnection!
    issue(id: String!): Issue!
  }
  type Mutation {
    issueCreate(input: IssueCreateInput!): IssuePayload!
    attachmentCreate(input: AttachmentCreateInput!): AttachmentPayload!
  }
`);

const UUID_V4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

interface IssueCreateInput {
  id?: string;
  teamId: string;
  title: string;
  description?: string;
  labelIds?: string[];
}

export interface LinearIssue extends IssueCreateInput {
  id: string;
  identifier: string;
  url: string;
  state: { id: string; name: string; type: string };
}

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

/** Linear in memory: one team ENG, one label, issues with ids of the caller's choice. */
export class FakeLinear {
  readonly key = 'lin_api_test';
  readonly team = { id: 'team-eng', key: 'ENG', name: 'Engineering' };
  readonly labels = [{ id: 'label-research', name: 'research' }];
  readonly issues: LinearIssue[] = [];
  readonly attachments = new Map<string, { issueId: string; url: string }>();
  readonly server = new FaultyServer(
    (_request, body) => /(query|mutation) \w+/.exec((body as { query: string }).query)?.[0] ?? '',
    ({ body }, request) => this.answer(body, request.headers.authorization),
  );

  private answer(body: unknown, authorization: string | undefined): Answer {
    if (authorization !== this.key) {
      return {
        status: 401,
        body: linearError(
          'authentication error',
          'AUTHENTICATION_ERROR',
          'Authentication required',
        ),
      };
    }
    const { query, variables } = body as { query: string; variables: Record<string, unknown> };
    const result = graphqlSync({
      schema,
      source: query,
      variableValues: variables,
      rootValue: this.root,
    });
    return { status: result.data ? 200 : 400, body: result };
  }

  private readonly root = {
    teams: ({ filter }: { filter: { key: { eqIgnoreCase: string } } }) => ({
      nodes: filter.key.eqIgnoreCase.toUpperCase() === this.team.key ? [this.team] : [],
    }),
    issueLabels: ({ filter }: { filter: { name: { in: string[] } } }) => ({
      nodes: this.labels.filter((label) => filter.name.in.includes(label.name)),
    }),
    issues: ({ filter }: { filter: { id: { eq: string } } }) => ({
      nodes: this.issues.filter((issue) => issue.id === filter.id.eq),
    }),
    issue: ({ id }: { id: string }) => {
      const issue = this.issues.find((other) => other.id === id || other.identifier === id);
      if (!issue) throw invalidInput('Entity not found: Issue');
      return issue;
    },
    issueCreate: ({ input }: { input: IssueCreateInput }) => {
      const { id } = input;
      if (id === undefined || !UUID_V4.test(id)) throw invalidInput('id must be a UUID v4');
      if (this.issues.some((issue) => issue.id === id))
        throw invalidInput('An entity with this id exists');
      if (input.teamId !== this.team.id) throw invalidInput('Entity not found: Team');
      const identifier = `${this.team.key}-${this.issues.length + 1}`;
      const url = `https://linear.app/acme/issue/${identifier}/a-title`;
      const issue = {
        ...input,
        id,
        identifier,
        url,
        state: { id: 's', name: 'Triage', type: 'triage' },
      };
      this.issues.push(issue);
      return { success: true, lastSyncId: 1, issue };
    },
    attachmentCreate: ({ input }: { input: { issueId: string; title: string; url: string } }) => {
      this.attachments.set(`${input.issueId} ${input.url}`, input);
      return { success: true, lastSyncId: 1, attachment: { ...input, id: 'attachment' } };
    },
  };
}
