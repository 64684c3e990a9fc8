import type { ReactNode } from 'react';
import type { SandboxIssue } from './issue-store.js';
import { renderMarkdown } from './markdown.js';

/** Every issue of the sandbox, newest first. */
export function IssuesPage({ issues }: { issues: readonly SandboxIssue[] }) {
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
          <li key={issue.number}>
            <State issue={issue} />
            <a href={`/sandbox/product/issues/${issue.number}`}>{issue.title}</a>
            <small>#{issue.number}</small>
          </li>
        ))}
      </ul>
    </Frame>
  );
}

/** One issue, with what a team would do to it. */
export function IssuePage({ issue }: { issue: SandboxIssue }) {
  return (
    <Frame title={issue.title}>
      <h1>
        {issue.title} <small>#{issue.number}</small>
      </h1>
      <p className="facts">
        <State issue={issue} />
        {issue.labels.map(({ name }) => (
          <span key={name} className="label">
            {name}
          </span>
        ))}
        {issue.assignees.map(({ login }) => (
          <span key={login}>Assigned to {login}</span>
        ))}
      </p>
      <form method="post" className="moves">
        {issue.state === 'open' ? (
          <>
            <button type="submit" name="move" value="completed" className="control primary">
              Close as completed
            </button>
            <button type="submit" name="move" value="not_planned" className="control">
              Close as not planned
            </button>
          </>
        ) : (
          <button type="submit" name="move" value="open" className="control">
            Reopen
          </button>
        )}
        <small>
          Belief Layer hears of it by a signed webhook; look into the channel afterwards.
        </small>
      </form>
      <Text markdown={issue.body} />
      {issue.comments.map((comment) => (
        <section key={comment.id} className="comment">
          <h2>Belief Layer commented</h2>
          <Text markdown={comment.body} />
        </section>
      ))}
    </Frame>
  );
}

const WORDS = { completed: 'Completed', not_planned: 'Not planned' };

function State({ issue }: { issue: SandboxIssue }) {
  const { state, state_reason: reason } = issue;
  const word = state === 'open' ? 'Open' : WORDS[reason as keyof typeof WORDS];
  return <span className={`state state-${state === 'open' ? 'open' : reason}`}>{word}</span>;
}

const Text = ({ markdown }: { markdown: string }) => (
  <div className="markdown" dangerouslySetInnerHTML={{ __html: renderMarkdown(markdown) }} />
);

function Frame({ title, children }: { title: string; children: ReactNode }) {
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{`${title} · sandbox issues`}</title>
        <link rel="icon" href="/sandbox/static/icon.svg" type="image/svg+xml" />
        <link rel="stylesheet" href="/sandbox/static/issues.css" />
      </head>
      <body>
        <nav aria-label="Sandbox">
          <a href="/sandbox">← Back to the channel</a>
          <a href="/sandbox/product/issues">All issues</a>
          <small>A stand-in for GitHub on this computer</small>
        </nav>
        <main>{children}</main>
      </body>
    </html>
  );
}
