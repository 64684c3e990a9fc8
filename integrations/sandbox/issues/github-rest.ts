import { z } from 'zod';
import { PEOPLE } from '../people.js';
import { answerDemoIssue } from './demo-issues.js';
import type { IssueStore, SandboxIssue } from './issue-store.js';

/** The one repository. Its pages are at its web address, `/sandbox/product`. */
export const REPOSITORY = 'sandbox/product';
const LABELS = ['research', 'bug', 'feature', 'quick win'];
const PER_PAGE = 100;

interface Answer {
  status: number;
  body: unknown;
}

export interface RestRequest {
  method: string;
  /** Below the API's base. */
  path: string;
  query: URLSearchParams;
  body: unknown;
}

const NewIssue = z.object({
  title: z.string().min(1).max(256),
  body: z.string().max(65_536).default(''),
  labels: z.array(z.string()).default([]),
  assignees: z.array(z.string()).default([]),
});
const NewComment = z.object({ body: z.string().min(1).max(65_536) });

/** An issue as the API and the webhook give it. @param webUrl where the repository's pages are */
export const presentIssue = ({ comments, ...issue }: SandboxIssue, webUrl: string) => ({
  ...issue,
  comments: comments.length,
  html_url: `${webUrl}/issues/${issue.number}`,
});

/** The part of GitHub's REST API that the adapter uses (docs.github.com/rest), over the sandbox's issues. */
export function answerGitHub(request: RestRequest, store: IssueStore, webUrl: string): Answer {
  const { method, path, query } = request;
  const issues = `/repos/${REPOSITORY}/issues`;
  const get = method === 'GET';
  if (get && path === '/user/repos') return found([{ full_name: REPOSITORY, has_issues: true }]);
  if (get && path === '/search/issues') return found({ total_count: 0, items: [] });
  if (get && path === `/repos/${REPOSITORY}`)
    return found({ full_name: REPOSITORY, has_issues: true, permissions: { push: true } });
  if (get && path === `/repos/${REPOSITORY}/labels`) return found(LABELS.map((name) => ({ name })));
  if (get && path === `/repos/${REPOSITORY}/assignees`) {
    return found(PEOPLE.map(({ handle }) => ({ login: handle })));
  }
  if (path === issues && get) {
    const since = query.get('since') ?? '';
    const first = query.get('page') === null || query.get('page') === '1';
    const listed = first ? store.all().filter((issue) => issue.updated_at >= since) : [];
    return found(listed.slice(0, PER_PAGE).map((issue) => presentIssue(issue, webUrl)));
  }
  if (path === issues && method === 'POST') {
    const given = NewIssue.safeParse(request.body);
    if (!given.success) return refused('Validation Failed');
    return { status: 201, body: presentIssue(store.add(given.data), webUrl) };
  }
  const [, number, below] = /^\/(\d+)(\/comments)?$/.exec(path.replace(issues, '')) ?? [];
  const issue = path.startsWith(issues) ? store.get(Number(number)) : undefined;
  if (!issue)
    return answerDemoIssue(method, path) ?? { status: 404, body: { message: 'Not Found' } };
  if (get) return found(below ? issue.comments : presentIssue(issue, webUrl));
  const comment = NewComment.safeParse(request.body);
  if (!below || method !== 'POST' || !comment.success) return refused('Validation Failed');
  return { status: 201, body: store.comment(issue, comment.data.body) };
}

const found = (body: unknown): Answer => ({ status: 200, body });
const refused = (message: string): Answer => ({ status: 422, body: { message } });
