import { z } from 'zod';
import type { DocumentNode } from '../../integrations/jira/jira-document.js';
import { type Answer, FaultyServer } from './faulty-server.js';

/** The part of Atlassian's published document schema that is used, as strict as theirs. */
const Mark = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('strong') }),
  z.strictObject({ type: z.literal('em') }),
  z.strictObject({ type: z.literal('code') }),
  z.strictObject({ type: z.literal('link'), attrs: z.strictObject({ href: z.string() }) }),
]);
const Text = z
  .strictObject({
    type: z.literal('text'),
    text: z.string().min(1),
    marks: z.array(Mark).optional(),
  })
  .refine(({ marks = [] }) => {
    const kinds = marks.map(({ type }) => type);
    const repeated = new Set(kinds).size < kinds.length;
    return (
      !repeated && !(kinds.includes('code') && (kinds.includes('strong') || kinds.includes('em')))
    );
  });
const Inline = z.union([Text, z.strictObject({ type: z.literal('hardBreak') })]);
const Paragraph = z.strictObject({ type: z.literal('paragraph'), content: z.array(Inline) });
const Heading = z.strictObject({
  type: z.literal('heading'),
  attrs: z.strictObject({ level: z.number().min(1).max(6) }),
  content: z.array(Inline),
});
const ListItem = z.strictObject({
  type: z.literal('listItem'),
  content: z.array(Paragraph).min(1),
});
const List = z.strictObject({
  type: z.enum(['bulletList', 'orderedList']),
  content: z.array(ListItem).min(1),
});
const TaskItem = z.strictObject({
  type: z.literal('taskItem'),
  attrs: z.strictObject({ localId: z.string().min(1), state: z.enum(['TODO', 'DONE']) }),
  content: z.array(Inline),
});
const TaskList = z.strictObject({
  type: z.literal('taskList'),
  attrs: z.strictObject({ localId: z.string().min(1) }),
  content: z.array(TaskItem).min(1),
});
const Quote = z.strictObject({
  type: z.literal('blockquote'),
  content: z.array(z.union([Paragraph, List])).min(1),
});
export const DocumentSchema = z.strictObject({
  type: z.literal('doc'),
  version: z.literal(1),
  content: z.array(z.union([Paragraph, Heading, List, TaskList, Quote])),
});
type Document = z.infer<typeof DocumentSchema>;

export const DOCUMENT_LIMIT = 32_767;

/** The document as a person reads it, in the marks of markdown; text that markdown would not show is escaped. */
export function readable(node: DocumentNode): string {
  const parts = (node.content ?? []).map(readable);
  switch (node.type) {
    case 'text':
      return (node.marks ?? []).reduce(
        (text, mark) => {
          if (mark.type === 'strong') return `**${text}**`;
          if (mark.type === 'code') return `\`${text}\``;
          return mark.type === 'link' ? `[${text}](${mark.attrs?.href})` : text;
        },
        (node.text ?? '').replaceAll('<', '&lt;'),
      );
    case 'hardBreak':
      return '\n';
    case 'blockquote':
      return parts.join('\n\n').replace(/^/gm, '> ');
    case 'heading':
      return `## ${parts.join('')}`;
    case 'listItem':
      return `- ${parts.join('\n')}`;
    case 'taskItem':
      return `- [ ] ${parts.join('')}`;
    case 'doc':
      return parts.join('\n\n');
    default:
      return parts.join(node.type === 'paragraph' ? '' : '\n');
  }
}

interface Status {
  id: string;
  name: string;
  statusCategory: { key: string };
}

export interface JiraIssue {
  id: string;
  key: string;
  fields: {
    project: { key: string };
    issuetype: { id: string };
    summary: string;
    description?: Document;
    labels: string[];
    assignee?: { id: string };
    priority?: { id: string };
    status: Status;
    resolution: { name: string } | null;
    created: string;
    updated: string;
  };
  properties: Record<string, unknown>;
  remoteLinks: Map<string, { object: { url: string; title: string } }>;
  histories: {
    created: string;
    author: { displayName: string };
    items: { field: string; to: string; fromString?: string }[];
  }[];
  /** Known to the search; a new issue is not, for seconds or minutes. */
  searchable: boolean;
}

interface JiraComment {
  id: string;
  issue: string;
  created: string;
  body: Document;
  properties: { key: string; value: unknown }[];
}

const STATUSES: Record<string, Status> = {
  open: { id: '1', name: 'Backlog of wishes', statusCategory: { key: 'new' } },
  started: { id: '3', name: 'Being cooked', statusCategory: { key: 'indeterminate' } },
  done: { id: '5', name: 'Served', statusCategory: { key: 'done' } },
};
const RESOLUTIONS = { completed: 'Done', canceled: "Won't Do", duplicate: 'Duplicate' } as const;

/** A field on the screen of a new issue. */
export const field = (fieldId: string, rest: object = {}) => ({
  fieldId,
  name: fieldId,
  required: false,
  hasDefaultValue: false,
  ...rest,
});

const json = (status: number, body: unknown): Answer => ({ status, body });
const said = (status: number, message: string, errors = {}): Answer =>
  json(status, { errorMessages: message ? [message] : [], errors });

/** Jira tells times like 2026-01-31T12:00:00.000+0000. */
const jiraTime = (at: Date): string => at.toISOString().replace('Z', '+0000');

/** Jira Cloud in memory: two projects, one account, a search that lags behind. */
export class FakeJira {
  readonly email = 'ada@example.com';
  readonly token = 'jira_test';
  readonly siteUrl = 'https://acme.atlassian.net';
  readonly projects = [
    { key: 'ENG', name: 'Engineering' },
    { key: 'OPS', name: 'Operations' },
  ];
  readonly types = [
    { id: '9', name: 'Epic', subtask: false, hierarchyLevel: 1 },
    { id: '10', name: 'Task', subtask: false, hierarchyLevel: 0 },
    { id: '11', name: 'Bug', subtask: false, hierarchyLevel: 0 },
    { id: '12', name: 'Sub-task', subtask: true, hierarchyLevel: -1 },
  ];
  /** The fields of a new issue by its type's id. */
  readonly screens: Record<string, ReturnType<typeof field>[]> = Object.fromEntries(
    ['9', '10', '11', '12'].map((id) => [
      id,
      [
        ...['project', 'issuetype', 'summary', 'reporter'].map((name) =>
          field(name, { required: true }),
        ),
        ...['description', 'labels', 'assignee'].map((name) => field(name)),
        field('priority', {
          required: true,
          hasDefaultValue: true,
          allowedValues: ['Highest', 'High', 'Medium', 'Low'].map((name, n) => ({
            id: `${n}`,
            name,
          })),
        }),
      ],
    ]),
  );
  readonly people = [
    {
      accountId: '5b10-ada',
      displayName: 'Ada',
      emailAddress: 'ada@example.com',
      accountType: 'atlassian',
      active: true,
    },
    {
      accountId: '5b10-bot',
      displayName: 'A bot',
      emailAddress: undefined,
      accountType: 'app',
      active: true,
    },
  ];
  readonly labels = ['belief-layer', 'research'];
  readonly issues: JiraIssue[] = [];
  readonly comments: JiraComment[] = [];
  pageSize = 100;
  private numbers: Record<string, number> = {};
  readonly server = new FaultyServer(
    (request) => `${request.method} ${new URL(request.url ?? '', 'http://x').pathname}`,
    ({ operation, body }, request) => {
      const url = new URL(request.url ?? '', 'http://x');
      const ours = Buffer.from(`${this.email}:${this.token}`).toString('base64');
      const signedIn = request.headers.authorization === `Basic ${ours}`;
      if (!signedIn) return this.toStranger(operation);
      const [method, path = ''] = operation.replace('/rest/api/3', '').split(' ');
      return this.answer(`${method} ${path}`, url.searchParams, body);
    },
  );

  add(
    fields: Partial<JiraIssue['fields']> = {},
    properties: Record<string, unknown> = {},
  ): JiraIssue {
    const project = fields.project?.key ?? 'ENG';
    const number = (this.numbers[project] ?? 0) + 1;
    this.numbers[project] = number;
    const now = jiraTime(new Date());
    const issue: JiraIssue = {
      id: `${10_000 + this.issues.length + 1}`,
      key: `${project}-${number}`,
      fields: {
        project: { key: project },
        issuetype: { id: '10' },
        summary: 'Another',
        labels: [],
        status: STATUSES.open!,
        resolution: null,
        created: now,
        updated: now,
        ...fields,
      },
      properties,
      remoteLinks: new Map(),
      histories: [],
      searchable: false,
    };
    this.issues.push(issue);
    return issue;
  }

  /** The search has caught up. */
  index(): void {
    for (const issue of this.issues) issue.searchable = true;
  }

  /** Somebody moves an issue into a status, with a resolution if that ends it. */
  move(
    issue: JiraIssue,
    to: 'open' | 'started' | 'completed' | 'canceled' | 'duplicate',
    by = 'Ada',
  ): void {
    const done = to !== 'open' && to !== 'started';
    const status = STATUSES[done ? 'done' : to]!;
    const updated = jiraTime(new Date(Math.max(Date.now(), Date.parse(issue.fields.updated) + 1)));
    const resolution = done ? { name: RESOLUTIONS[to] } : null;
    Object.assign(issue.fields, { status, resolution, updated });
    const items = [{ field: 'status', to: status.id }];
    issue.histories.unshift({ created: updated, author: { displayName: by }, items });
  }

  /** Somebody moves an issue to another project, where it gets another key. */
  moveTo(issue: JiraIssue, project: string): void {
    const items = [{ field: 'Key', fromString: issue.key, to: '' }];
    this.numbers[project] = (this.numbers[project] ?? 0) + 1;
    issue.key = `${project}-${this.numbers[project]}`;
    issue.fields.project = { key: project };
    const updated = jiraTime(new Date(Date.parse(issue.fields.updated) + 1));
    issue.fields.updated = updated;
    issue.histories.unshift({ created: updated, author: { displayName: 'Ada' }, items });
  }

  /** Jira shows a stranger an empty site, with status 200, and refuses only where it must. */
  private toStranger(operation: string): Answer {
    if (operation.endsWith('/search/jql')) return json(200, { issues: [], isLast: true });
    if (operation.endsWith('/bulkfetch')) return json(200, { issues: [], issueErrors: [] });
    if (operation.endsWith('/issuetypes')) return json(200, { issueTypes: [] });
    if (/\/comment$/.test(operation)) return json(200, { comments: [] });
    if (/^GET .*\/issue\/[^/]+$/.test(operation)) return said(404, 'Issue does not exist.');
    return said(401, 'Client must be authenticated to access this resource.');
  }

  private answer(operation: string, query: URLSearchParams, body: unknown): Answer {
    const [, id, part] = /^\w+ \/issue\/([^/]+?)(?:\/(\w+))?$/.exec(operation) ?? [];
    const issue = this.issues.find((one) => one.id === id || one.key === id);
    switch (operation) {
      case 'GET /myself':
        return json(200, { accountId: '5b10-service', displayName: 'Belief Layer' });
      case 'POST /issue':
        return this.create(body as CreateBody);
      case 'POST /issue/bulkfetch':
        return this.fetch(body as { issueIdsOrKeys: string[] });
      case 'POST /search/jql':
        return this.search(body as SearchBody);
      case 'POST /comment/list':
        return json(200, {
          values: this.comments.filter((comment) =>
            (body as { ids: number[] }).ids.includes(Number(comment.id)),
          ),
        });
      case 'GET /project/search':
        return json(200, { values: this.projects });
      case 'GET /label':
        return json(200, { values: this.labels });
      case 'GET /user/assignable/search':
        return json(200, this.peopleBy(query));
    }
    if (operation.startsWith('GET /project/')) return this.project(operation.split('/').at(-1)!);
    if (operation.includes('/createmeta/')) return this.createMeta(operation);
    if (!issue) return said(404, 'Issue does not exist or you do not have permission to see it.');
    if (part === 'remotelink') {
      const link = body as { globalId: string; object: { url: string; title: string } };
      issue.remoteLinks.set(link.globalId, link);
      return json(201, { id: 1 });
    }
    if (part === 'comment') return this.commentsOf(issue, operation, query, body);
    const changelog = { histories: issue.histories };
    return json(200, { id: issue.id, key: issue.key, fields: issue.fields, changelog });
  }

  private project(key: string): Answer {
    const project = this.projects.find((one) => one.key === key);
    return project ? json(200, project) : said(404, `No project could be found with key '${key}'.`);
  }

  private peopleBy(query: URLSearchParams) {
    const [id, words] = [query.get('accountId'), query.get('query')?.toLowerCase()];
    return this.people.filter(
      ({ accountId, displayName, emailAddress }) =>
        (id === null || accountId === id) &&
        (words === undefined ||
          [displayName, emailAddress].some((known) => known?.toLowerCase().startsWith(words))),
    );
  }

  private createMeta(operation: string): Answer {
    const [, key, type] = /createmeta\/([^/]+)\/issuetypes(?:\/(\d+))?$/.exec(operation) ?? [];
    if (!this.projects.some((one) => one.key === key)) return said(404, 'No project.');
    return json(200, type ? { fields: this.screens[type] } : { issueTypes: this.types });
  }

  private create({ fields, properties }: CreateBody): Answer {
    const screen = this.screens[fields.issuetype.id]?.map(({ fieldId }) => fieldId) ?? [];
    const errors: Record<string, string> = {};
    for (const name of Object.keys(fields)) {
      if (!screen.includes(name)) errors[name] = `Field '${name}' cannot be set.`;
    }
    if (fields.summary.length > 255) errors.summary = "Summary can't exceed 255 characters.";
    if (fields.labels?.some((label) => /\s/.test(label))) {
      errors.labels = "The label 'x y' contains spaces which is invalid.";
    }
    Object.assign(errors, documentErrors('description', fields.description));
    if (Object.keys(errors).length > 0) return said(400, '', errors);
    const issue = this.add(
      { ...fields, labels: fields.labels ?? [] },
      Object.fromEntries(properties.map(({ key, value }) => [key, value])),
    );
    return json(201, { id: issue.id, key: issue.key });
  }

  private commentsOf(
    issue: JiraIssue,
    operation: string,
    query: URLSearchParams,
    body: unknown,
  ): Answer {
    if (operation.startsWith('POST')) {
      const comment = body as Pick<JiraComment, 'body' | 'properties'>;
      const errors = documentErrors('comment', comment.body);
      if (Object.keys(errors).length > 0) return said(400, '', errors);
      const id = `${this.comments.length + 1}`;
      const created = jiraTime(new Date());
      this.comments.push({ ...comment, id, created, issue: issue.id });
      return json(201, { id });
    }
    const from = Number(query.get('startAt'));
    const listed = this.comments.filter((comment) => comment.issue === issue.id).toReversed();
    return json(200, { comments: listed.slice(from, from + this.pageSize) });
  }

  private fetch({ issueIdsOrKeys }: { issueIdsOrKeys: string[] }): Answer {
    const issues = this.issues.filter(({ key }) => issueIdsOrKeys.includes(key));
    return json(200, { issues: issues.map(found), issueErrors: [] });
  }

  /** Answers the queries that we send, and no other: anything else is refused like a fault in JQL. */
  private search({ jql, maxResults, nextPageToken }: SearchBody): Answer {
    const text = String.raw`"((?:[^"\\]|\\.)*)"`;
    const match = (pattern: string) => new RegExp(`^${pattern}$`).exec(jql)?.map(unquoted);
    const all = this.issues.filter(({ searchable }) => searchable).toReversed();
    const inProject = (key?: string) => all.filter(({ fields }) => fields.project.key === key);
    const page = (issues: JiraIssue[]): Answer => {
      const from = Number(nextPageToken ?? 0);
      const to = from + Math.min(maxResults, this.pageSize);
      const more = to < issues.length ? { nextPageToken: `${to}` } : { isLast: true };
      return json(200, { issues: issues.slice(from, to).map(found), ...more });
    };

    const recent = match(
      `\\(labels = ${text} OR project = ${text}\\) AND created >= "-(\\d+)m" ORDER BY created DESC`,
    );
    if (recent) {
      const [, label = '', project, minutes] = recent;
      const since = Date.now() - Number(minutes) * 60_000;
      return page(
        all.filter(
          ({ fields }) =>
            (fields.labels.includes(label) || fields.project.key === project) &&
            Date.parse(fields.created) >= since,
        ),
      );
    }
    const newest = match(`project = ${text} ORDER BY key DESC`);
    if (newest) return page(inProject(newest[1]));
    const linked = match(`issue in issuesWithRemoteLinksByGlobalId\\(${text}\\)`);
    if (linked) return page(all.filter(({ remoteLinks }) => remoteLinks.has(linked[1] ?? '')));
    const word = String.raw`summary ~ "[\p{L}\p{N}]+"`;
    const alike = new RegExp(
      `^project = "(\\w+)" AND \\((${word}(?: OR ${word})*)\\) ORDER BY updated DESC$`,
      'u',
    ).exec(jql);
    if (alike) {
      const words = [...alike[2]!.matchAll(/"(.+?)"/g)].map(([, one]) => one!);
      return page(
        inProject(alike[1]).filter(({ fields }) =>
          words.some((one) => fields.summary.toLowerCase().includes(one)),
        ),
      );
    }
    return said(400, `Error in the JQL Query: ${jql}`);
  }
}

interface CreateBody {
  fields: Omit<JiraIssue['fields'], 'labels'> & { labels?: string[] };
  properties: { key: string; value: unknown }[];
}

interface SearchBody {
  jql: string;
  maxResults: number;
  nextPageToken?: string;
}

const unquoted = (text: string): string => text?.replace(/\\(.)/g, '$1');

const found = ({ id, key, fields, properties }: JiraIssue) => ({ id, key, fields, properties });

function documentErrors(name: string, document: unknown): Record<string, string> {
  if (!DocumentSchema.safeParse(document).success) return { [name]: 'INVALID_INPUT' };
  if (JSON.stringify(document).length <= DOCUMENT_LIMIT) return {};
  return {
    [name]: 'The entered text is too long. It exceeds the allowed limit of 32,767 characters.',
  };
}
