import markdownIt from 'markdown-it';
import type { ReactNode } from 'react';
import type { WorkItemState } from '../../db/entities/work-item.js';
import { MAX_QUESTION } from '../../src/core/numbers.js';
import { BACK_LINK_TITLE } from '../../src/issues/comments.js';
import { PEOPLE } from '../people.js';
import { BOT_NAME, isQuestion, type MemoryIssue } from './memory-tracker.js';

export const ISSUES_PATH = '/sandbox/issues';

/** Renders neither HTML nor bare URLs as links, because an issue's text is data. */
const markdown = markdownIt({ html: false, linkify: false });

/** Every issue of the sandbox, newest first. */
export function IssuesPage({ issues }: { issues: readonly MemoryIssue[] }) {
  return (
    <Frame title="Issues">
      <h1>Issues</h1>
      {issues.length === 0 && (
        <p className="quiet">
          None yet. Press “Create issue” on a recommendation in the channel: it arrives here with
          its evidence.
        </p>
      )}
      <ul className="issues">
        {issues.map((issue) => (
          <li key={issue.externalId}>
            <State issue={issue} />
            <a href={`${ISSUES_PATH}/${issue.externalId}`}>{issue.title}</a>
            <small>{issue.externalId}</small>
          </li>
        ))}
      </ul>
    </Frame>
  );
}

/** One issue, with the actions that a team would take on it. */
export function IssuePage({ issue }: { issue: MemoryIssue }) {
  return (
    <Frame title={issue.title} refreshes={isWaiting(issue)}>
      <h1>
        {issue.title} <small>{issue.externalId}</small>
      </h1>
      <p className="facts">
        <State issue={issue} />
        {issue.draft?.labels.map((name) => (
          <span key={name} className="label">
            {name}
          </span>
        ))}
        {issue.draft?.assignee && <span>Assigned to {issue.draft.assignee}</span>}
        {issue.agent && <span>Handed to {issue.agent.name}</span>}
        {issue.pull && (
          <span id="pull">
            {issue.pull.name}: {issue.pull.state}
          </span>
        )}
      </p>
      <form method="post" className="moves">
        {issue.state === 'open' ? (
          <>
            <button type="submit" name="move" value="completed" className="control primary">
              Close as completed
            </button>
            <button type="submit" name="move" value="canceled" className="control">
              Close as not planned
            </button>
          </>
        ) : (
          <button type="submit" name="move" value="open" className="control">
            Reopen
          </button>
        )}
        <AgentMoves issue={issue} />
        <small>
          On this page you act as {PEOPLE[1].name}, a colleague. A signed webhook tells Belief
          Layer; look into the channel afterwards.
        </small>
      </form>
      {issue.draft?.pageUrl && (
        <p>
          <a href={issue.draft.pageUrl}>{BACK_LINK_TITLE}</a>
        </p>
      )}
      <Text source={issue.draft?.markdown ?? ''} />
      {issue.comments.map((comment) => (
        <section key={comment.commentId} className="comment">
          <h2>
            {comment.by ?? 'Belief Layer'} commented {comment.seen && <span title="read">👀</span>}
          </h2>
          <Text source={comment.markdown} />
        </section>
      ))}
      <form method="post" className="asks">
        <label>
          Comment
          <textarea
            name="comment"
            rows={2}
            required
            maxLength={MAX_QUESTION}
            defaultValue={`${BOT_NAME} why?`}
          />
        </label>
        <button type="submit" className="control primary">
          Comment
        </button>
        <small>A comment that begins with {BOT_NAME} is answered here.</small>
      </form>
    </Frame>
  );
}

const PATIENCE_MS = 60_000;

/** True if the last comment is a question to the service whose answer may still come. */
function isWaiting({ comments }: MemoryIssue): boolean {
  const last = comments.at(-1);
  if (!last || !isQuestion(last)) return false;
  return Date.now() - new Date(last.createdAt).getTime() < PATIENCE_MS;
}

/** The next step of the stand-in agent, and then of the team. */
const AgentMoves = ({ issue: { agent, pull } }: { issue: MemoryIssue }) =>
  agent && pull?.state !== 'merged' ? (
    <button type="submit" name="move" value={pull ? 'merge' : 'pull'} className="control">
      {pull ? 'Merge the pull request' : 'Let the agent open a pull request'}
    </button>
  ) : null;

const WORDS: Partial<Record<WorkItemState, string>> = {
  open: 'Open',
  completed: 'Completed',
  canceled: 'Not planned',
};

const State = ({ issue: { state } }: { issue: MemoryIssue }) => (
  <span className={`state state-${state}`}>{WORDS[state] ?? state}</span>
);

/** A list item that is a task, as it is rendered. */
const OPEN_TASK = /<li>\[ \] /g;

const rendered = (source: string): string =>
  markdown.render(source).replace(OPEN_TASK, '<li class="task">☐ ');

const Text = ({ source }: { source: string }) => (
  <div className="markdown" dangerouslySetInnerHTML={{ __html: rendered(source) }} />
);

interface FrameProps {
  title: string;
  /** True if the page should reload soon; it has no scripts. */
  refreshes?: boolean;
  children: ReactNode;
}

function Frame({ title, refreshes = false, children }: FrameProps) {
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        {refreshes && <meta httpEquiv="refresh" content="1" />}
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{`${title} · sandbox issues`}</title>
        <link rel="icon" href="/sandbox/static/icon.svg" type="image/svg+xml" />
        <link rel="stylesheet" href="/sandbox/static/issues.css" />
      </head>
      <body>
        <nav aria-label="Sandbox">
          <a href="/sandbox">← Back to the channel</a>
          <a href={ISSUES_PATH}>All issues</a>
          <small>A stand-in for your issue tracker, on this computer</small>
        </nav>
        <main>{children}</main>
      </body>
    </html>
  );
}
