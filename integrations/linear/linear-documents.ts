/** Our own small documents: the SDK's select every field of an issue and cost a second request. */
const ISSUE_FIELDS = 'id identifier url title';
const TRACKED_FIELDS = `${ISSUE_FIELDS} updatedAt trashed state { type }`;

export const TEAM_BY_KEY = `query TeamByKey($key: String!) {
  teams(first: 1, filter: { key: { eqIgnoreCase: $key } }) { nodes { id name } }
}`;

export const TEAMS = `query Teams {
  teams(first: 100) { nodes { id name } }
}`;

/** A label group cannot be set on an issue; only its members can. */
export const TEAM_CHOICES = `query TeamChoices($teamId: String!, $id: ID!) {
  team(id: $teamId) { members(first: 100) { nodes { id displayName } } }
  issueLabels(first: 100, filter: {
    isGroup: { eq: false }
    or: [{ team: { id: { eq: $id } } }, { team: { null: true } }]
  }) { nodes { name } }
}`;

export const PERSON_BY_EMAIL = `query PersonByEmail($teamId: String!, $email: String!) {
  team(id: $teamId) {
    members(first: 1, filter: { email: { eqIgnoreCase: $email } }) { nodes { id displayName } }
  }
}`;

export const LABELS_BY_NAME = `query LabelsByName($names: [String!]!, $teamId: ID!) {
  issueLabels(first: 50, filter: {
    name: { in: $names }
    or: [{ team: { id: { eq: $teamId } } }, { team: { null: true } }]
  }) { nodes { id name } }
}`;

export const CREATE_ISSUE = `mutation CreateIssue($input: IssueCreateInput!) {
  issueCreate(input: $input) { success issue { ${ISSUE_FIELDS} } }
}`;

/** Uses a filter instead of `issue(id)`: an unknown id then returns an empty list, not an error to interpret. */
export const ISSUE_BY_CLIENT_ID = `query IssueByClientId($id: ID!) {
  issues(first: 1, includeArchived: true, filter: { id: { eq: $id } }) { nodes { ${ISSUE_FIELDS} } }
}`;

export const ISSUE = `query Issue($id: String!) {
  issue(id: $id) {
    ${TRACKED_FIELDS}
    history(first: 10) { nodes { createdAt actor { displayName } toState { type } } }
  }
}`;

export const SIMILAR_ISSUES = `query SimilarIssues($url: String!, $withToken: String!, $hasPage: Boolean!, $term: String!) {
  attachments(first: 5, filter: { or: [{ url: { eq: $url } }, { url: { startsWith: $withToken } }] }) @include(if: $hasPage) { nodes { issue { ${TRACKED_FIELDS} } } }
  searchIssues(term: $term, first: 10) { nodes { ${TRACKED_FIELDS} } }
}`;

export const ADD_BACK_LINK = `mutation AddBackLink($input: AttachmentCreateInput!) {
  attachmentCreate(input: $input) { success }
}`;

export const ADD_COMMENT = `mutation AddComment($input: CommentCreateInput!) {
  commentCreate(input: $input) { success }
}`;

export const COMMENT_BY_CLIENT_ID = `query CommentByClientId($id: ID!) {
  comments(first: 1, includeArchived: true, filter: { id: { eq: $id } }) { nodes { id } }
}`;

export const OURSELVES = `query Ourselves {
  viewer { id name displayName app supportsAgentSessions }
}`;

export const ADD_ACTIVITY = `mutation AddActivity($input: AgentActivityCreateInput!) {
  agentActivityCreate(input: $input) { success }
}`;

export const ACTIVITY_BY_CLIENT_ID = `query ActivityByClientId($id: ID!) {
  agentActivities(first: 1, includeArchived: true, filter: { id: { eq: $id } }) { nodes { id } }
}`;

export const AGENTS = `query Agents {
  users(first: 100, filter: { app: { eq: true }, active: { eq: true } }) {
    nodes { id displayName supportsAgentSessions }
  }
}`;

export const SET_DELEGATE = `mutation SetDelegate($id: String!, $delegateId: String) {
  issueUpdate(id: $id, input: { delegateId: $delegateId }) { success issue { delegate { id } } }
}`;

export const AGENT_PROGRESS = `query AgentProgress($id: String!) {
  issue(id: $id) {
    delegate { id }
    agentSessions(first: 50) { nodes { startedAt appUser { id } } }
    attachments(first: 100) { nodes { url sourceType metadata createdAt } }
  }
}`;

export const BACK_LINKS = `query BackLinks($id: String!) {
  issue(id: $id) { attachments(first: 100) { nodes { id url } } }
}`;

export const CHANGE_BACK_LINK = `mutation ChangeBackLink($id: String!, $input: AttachmentUpdateInput!) {
  attachmentUpdate(id: $id, input: $input) { success }
}`;

export const CUSTOMER_REQUESTS_ENABLED = `query CustomerRequestsEnabled {
  organization { customersEnabled }
}`;

export const CUSTOMERS_BY_DOMAIN = `query CustomersByDomain($domain: String!) {
  customers(first: 1, filter: { domains: { some: { eqIgnoreCase: $domain } } }) { nodes { id } }
}`;

export const ADD_CUSTOMER_REQUEST = `mutation AddCustomerRequest($input: CustomerNeedCreateInput!) {
  customerNeedCreate(input: $input) { success }
}`;

export const CUSTOMER_REQUEST_BY_CLIENT_ID = `query CustomerRequestByClientId($id: ID!) {
  customerNeeds(first: 1, includeArchived: true, filter: { id: { eq: $id } }) { nodes { id } }
}`;

export const CHANGE_CUSTOMER_REQUEST = `mutation ChangeCustomerRequest($id: String!, $input: CustomerNeedUpdateInput!) {
  customerNeedUpdate(id: $id, input: $input) { success }
}`;

export const REMOVE_CUSTOMER_REQUEST = `mutation RemoveCustomerRequest($id: String!) {
  customerNeedDelete(id: $id) { success }
}`;
