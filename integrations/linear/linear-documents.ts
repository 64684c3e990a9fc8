/** Own small documents: the SDK's select every field of an issue and cost a second request. */
const ISSUE_FIELDS = 'id identifier url title state { type }';

export const TEAM_BY_KEY = `query TeamByKey($key: String!) {
  teams(first: 1, filter: { key: { eqIgnoreCase: $key } }) { nodes { id } }
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

/** A filter instead of \`issue(id)\`: an unknown id is then an empty list, not an error to guess at. */
export const ISSUE_BY_CLIENT_ID = `query IssueByClientId($id: ID!) {
  issues(first: 1, includeArchived: true, filter: { id: { eq: $id } }) { nodes { ${ISSUE_FIELDS} } }
}`;

export const ISSUE = `query Issue($id: String!) {
  issue(id: $id) { ${ISSUE_FIELDS} }
}`;

export const ADD_BACK_LINK = `mutation AddBackLink($input: AttachmentCreateInput!) {
  attachmentCreate(input: $input) { success }
}`;
