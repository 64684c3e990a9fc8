import { z } from 'zod';
import type { IssueDraft } from '../../src/issues/issue.js';
import { refused } from '../../src/issues/tracker-failure.js';
import type { JiraApi } from './jira-api.js';
import { jiraDocument } from './jira-document.js';
import { LABEL } from './jira-issue.js';

const IssueTypes = z.object({
  issueTypes: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      subtask: z.boolean().default(false),
      hierarchyLevel: z.number().default(0),
    }),
  ),
});
const Fields = z.object({
  fields: z.array(
    z.object({
      fieldId: z.string(),
      name: z.string(),
      required: z.boolean(),
      hasDefaultValue: z.boolean().default(false),
      allowedValues: z.array(z.object({ id: z.string(), name: z.string() })).catch([]),
    }),
  ),
});
export const People = z.array(
  z.object({
    accountId: z.string(),
    displayName: z.string(),
    emailAddress: z.string().optional(),
    accountType: z.string().optional(),
    active: z.boolean().default(true),
  }),
);

/** Fields that we fill when creating an issue; Jira itself sets us as the reporter. */
const FILLED = ['project', 'issuetype', 'summary', 'description', 'labels', 'reporter'];
const PRIORITIES = { high: 'High', medium: 'Medium', low: 'Low' } as const;

/** The type of a new issue in a project, and the fields on the screen of that type. */
interface CreatableIssue {
  type: { id: string; name: string };
  fields: ReadonlySet<string>;
  priorities: readonly { id: string; name: string }[];
}

/**
 * The configured issue type, or the project's first standard type that can be created with only a summary and a
 * description. Throws TrackerFailure if there is none.
 */
export async function creatableIssue(api: JiraApi, project: string): Promise<CreatableIssue> {
  const meta = `/issue/createmeta/${encodeURIComponent(project)}/issuetypes`;
  const { issueTypes } = await api.read(IssueTypes, `${meta}?maxResults=100`, { project });
  const standard = issueTypes.filter(({ subtask, hierarchyLevel }) => !subtask && !hierarchyLevel);
  if (standard.length === 0) {
    await api.proveSignedIn();
    throw refused(
      `The Jira account may not create issues in ${project}: give it "Create issues" there and try again.`,
    );
  }
  const problems: string[] = [];
  for (const { id, name } of wantedTypes(api, project, issueTypes, standard)) {
    const { fields } = await api.read(Fields, `${meta}/${id}?maxResults=200`, { project });
    const names = new Set(fields.map(({ fieldId }) => fieldId));
    const missing = fields.filter(
      (field) => field.required && !field.hasDefaultValue && !FILLED.includes(field.fieldId),
    );
    if (missing.length === 0 && names.has('description')) {
      const priorities = fields.find(({ fieldId }) => fieldId === 'priority')?.allowedValues ?? [];
      return { type: { id, name }, fields: names, priorities };
    }
    const asked = missing.map((field) => JSON.stringify(field.name)).join(', ');
    problems.push(asked ? `${name} asks for ${asked}` : `${name} has no description`);
  }
  throw refused(
    `No issue can be created in ${project}: ${problems[0]}. Change that, or set JIRA_ISSUE_TYPE to another type.`,
  );
}

function wantedTypes<Type extends { name: string }>(
  { options }: JiraApi,
  project: string,
  all: readonly Type[],
  standard: readonly Type[],
): readonly Type[] {
  const { issueType } = options;
  if (!issueType) return standard;
  const named = all.find(({ name }) => name.toLowerCase() === issueType.toLowerCase());
  if (named) return [named];
  if (project !== options.project) return standard; // the setting is only for the configured project
  const names = standard.map(({ name }) => name).join(', ');
  throw refused(
    `Jira's project ${project} has no issue type ${JSON.stringify(issueType)}: set JIRA_ISSUE_TYPE to one of ${names}.`,
  );
}

/** The fields for creating an issue, and descriptions of the parts that the project does not accept. */
export async function fieldsOf(
  api: JiraApi,
  draft: IssueDraft,
  project: string,
): Promise<{ fields: object; dropped: string[] }> {
  const { type, fields, priorities } = await creatableIssue(api, project);
  const dropped: string[] = [];
  const labels = fields.has('labels') ? [...new Set([LABEL, ...draft.labels.map(asLabel)])] : [];
  if (labels.length === 0) dropped.push(...draft.labels.map((label) => `label ${label}`));
  const name = draft.priority && PRIORITIES[draft.priority];
  const priority = priorities.find((one) => one.name.toLowerCase() === name?.toLowerCase());
  if (name && !priority) dropped.push(`priority ${name}`);
  const assignee = fields.has('assignee')
    ? await assignable(api, draft.assignee, project)
    : undefined;
  if (draft.assignee && !assignee) dropped.push(`assignee ${draft.assignee}`);
  return {
    fields: {
      project: { key: project },
      issuetype: { id: type.id },
      summary: draft.title,
      description: jiraDocument(draft.markdown, api.options.publicUrl, draft.messageUrl),
      ...(labels.length > 0 && { labels }),
      ...(priority && { priority: { id: priority.id } }),
      ...(assignee && { assignee: { id: assignee } }),
    },
    dropped,
  };
}

/** Jira labels cannot contain spaces. */
const asLabel = (label: string): string => label.trim().replace(/\s+/g, '-');

/** The id of the account with this id, name or email address; a team's settings may contain any of these. */
async function assignable(
  api: JiraApi,
  asked: string | undefined,
  project: string,
): Promise<string | undefined> {
  if (!asked) return undefined;
  for (const parameter of ['accountId', 'query']) {
    const search = new URLSearchParams({ project, [parameter]: asked, maxResults: '50' });
    const people = await api.read(People, `/user/assignable/search?${search}`, { project });
    const known = people.find(({ accountId, displayName, emailAddress }) =>
      [accountId, displayName, emailAddress].some(
        (it) => it?.toLowerCase() === asked.toLowerCase(),
      ),
    );
    if (known) return known.accountId;
  }
  return undefined;
}
