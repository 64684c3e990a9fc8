import type { SandboxOptions } from '../options.js';
import type { Workspace } from '../state/workspace.js';

export interface Call {
  workspace: Workspace;
  options: SandboxOptions;
  args: Record<string, unknown>;
}

/** One Web API method; `ok: true` is added to its result, and a thrown SlackError is a refusal. */
export type Method = (call: Call) => Record<string, unknown>;
