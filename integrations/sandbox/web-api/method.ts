import type { SandboxOptions } from '../options.js';
import type { Workspace } from '../state/workspace.js';

export interface Call {
  workspace: Workspace;
  options: SandboxOptions;
  args: Record<string, unknown>;
}

/** One Web API method; `ok: true` is added to what it returns, a thrown SlackError refuses. */
export type Method = (call: Call) => Record<string, unknown>;
