/**
 * What the demo team links to, in a repository that nobody has: as the demo tells it, so that its cards do not
 * call it deleted. It takes comments.
 */
const DEMO_ISSUES = [
  {
    number: 1408,
    node_id: 'PR_sandbox_1408',
    title: 'Reminders: schedule and send',
    html_url: 'https://github.com/kettle-demo/kettle/pull/1408',
    state: 'closed',
    updated_at: '2026-01-01T00:00:00Z',
    pull_request: { merged_at: '2026-01-01T00:00:00Z' },
  },
  {
    number: 1533,
    node_id: 'I_sandbox_1533',
    title: 'Monthly export for accountants',
    html_url: 'https://github.com/kettle-demo/kettle/issues/1533',
    state: 'open',
    updated_at: '2026-01-01T00:00:00Z',
  },
];
const PATH = /^\/repos\/kettle-demo\/kettle\/issues\/(\d+)(\/comments)?$/;

/** The answer to a request about one of them; undefined for anything else. */
export function answerDemoIssue(
  method: string,
  path: string,
): { status: number; body: unknown } | undefined {
  const [, number, comments] = PATH.exec(path) ?? [];
  const issue = DEMO_ISSUES.find((one) => one.number === Number(number));
  if (!issue) return undefined;
  if (!comments) return { status: 200, body: issue };
  return method === 'POST' ? { status: 201, body: { id: 1 } } : { status: 200, body: [] };
}
