import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';

export interface SandboxComment {
  id: number;
  body: string;
  created_at: string;
}

/** An issue with GitHub's own field names, as its REST API gives it. */
export interface SandboxIssue {
  number: number;
  node_id: string;
  title: string;
  body: string;
  state: 'open' | 'closed';
  state_reason: 'completed' | 'not_planned' | 'reopened' | null;
  labels: { name: string }[];
  assignees: { login: string }[];
  closed_by: { login: string } | null;
  created_at: string;
  updated_at: string;
  comments: SandboxComment[];
}

type Closing = 'completed' | 'not_planned';

/** The issues of the sandbox's one repository. Kept in a file: the work item links outlive the process, too. */
export class IssueStore {
  private readonly issues: SandboxIssue[];

  constructor(private readonly file: string) {
    this.issues = readIssues(file);
  }

  /** Newest first. */
  all(): SandboxIssue[] {
    return this.issues.toReversed();
  }

  get(number: number): SandboxIssue | undefined {
    return this.issues[number - 1];
  }

  add(given: { title: string; body: string; labels: string[]; assignees: string[] }): SandboxIssue {
    const number = this.issues.length + 1;
    const now = timestamp();
    const issue: SandboxIssue = {
      number,
      node_id: `I_sandbox_${number}`,
      title: given.title,
      body: given.body,
      state: 'open',
      state_reason: null,
      labels: given.labels.map((name) => ({ name })),
      assignees: given.assignees.map((login) => ({ login })),
      closed_by: null,
      created_at: now,
      updated_at: now,
      comments: [],
    };
    this.issues.push(issue);
    this.save();
    return issue;
  }

  comment(issue: SandboxIssue, body: string): SandboxComment {
    const comment = { id: Date.now(), body, created_at: timestamp() };
    issue.comments.push(comment);
    this.touch(issue);
    return comment;
  }

  close(issue: SandboxIssue, reason: Closing, login: string): void {
    Object.assign(issue, { state: 'closed', state_reason: reason, closed_by: { login } });
    this.touch(issue);
  }

  reopen(issue: SandboxIssue): void {
    Object.assign(issue, { state: 'open', state_reason: 'reopened', closed_by: null });
    this.touch(issue);
  }

  /** Each change is later than the one before, in GitHub's whole seconds. */
  private touch(issue: SandboxIssue): void {
    const later = Date.parse(issue.updated_at) + 1000;
    issue.updated_at = timestamp(Math.max(later, Date.now()));
    this.save();
  }

  /** Beside it first: a process that ends half way leaves the old file whole. */
  private save(): void {
    mkdirSync(path.dirname(this.file), { recursive: true });
    writeFileSync(`${this.file}.new`, JSON.stringify(this.issues));
    renameSync(`${this.file}.new`, this.file);
  }
}

const timestamp = (at = Date.now()): string =>
  new Date(Math.floor(at / 1000) * 1000).toISOString().replace('.000Z', 'Z');

/** Our own file; one that is missing or was damaged is an empty tracker. */
function readIssues(file: string): SandboxIssue[] {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return [];
  }
}
