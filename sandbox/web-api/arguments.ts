import { z } from 'zod';
import type { Block } from '../block-kit/blocks.js';
import type { HomeView, ModalView } from '../block-kit/views.js';
import { checkBlocks, checkView } from '../check-blocks.js';
import type { SandboxOptions } from '../options.js';
import { parseJson } from '../read-body.js';
import type { Workspace } from '../state/workspace.js';

const JSON_ARGUMENTS = ['blocks', 'view', 'metadata', 'unfurls', 'attachments'];

/** The arguments of a call: JSON, or a form whose structured fields are JSON text. */
export function parseArguments(body: string, contentType: string): Record<string, unknown> {
  if (contentType.startsWith('application/json')) {
    const parsed = z.record(z.string(), z.unknown()).safeParse(parseJson(body));
    if (!parsed.success) throw new SlackError('invalid_json');
    return parsed.data;
  }
  const form: Record<string, unknown> = Object.fromEntries(new URLSearchParams(body));
  for (const name of JSON_ARGUMENTS)
    if (typeof form[name] === 'string') form[name] = parseJson(form[name]);
  return form;
}

export const Flag = z
  .union([z.boolean(), z.enum(['true', 'false', '1', '0'])])
  .transform((value) => value === true || value === 'true' || value === '1');

/** Parses a call's arguments; reports errors as Slack does. */
export function take<T extends z.ZodType>(schema: T, args: Record<string, unknown>): z.infer<T> {
  const parsed = schema.safeParse(args);
  if (parsed.success) return parsed.data;
  throw new SlackError(
    'invalid_arguments',
    parsed.error.issues.map(
      (issue) => `[ERROR] ${issue.message} [json-pointer:/${issue.path.join('/')}]`,
    ),
  );
}

/** The blocks of a message, checked against Slack's limits; empty if the argument is absent. */
export function takeBlocks(value: unknown): Block[] {
  if (value === undefined || (Array.isArray(value) && value.length === 0)) return [];
  const problems = checkBlocks(value, 'message');
  if (problems.some((problem) => problem.startsWith('blocks hold')))
    throw new SlackError('msg_blocks_too_long', problems);
  if (problems.length > 0) throw new SlackError('invalid_blocks', problems);
  return value as Block[];
}

/** A view of the expected type, checked against Slack's limits. */
export function takeView(value: unknown, type: 'modal'): ModalView;
export function takeView(value: unknown, type: 'home'): HomeView;
export function takeView(value: unknown, type: 'modal' | 'home'): ModalView | HomeView {
  const problems = checkView(value);
  if (problems.length > 0) throw new SlackError('invalid_arguments', problems);
  const view = value as ModalView | HomeView;
  if (view.type !== type)
    throw new SlackError('invalid_arguments', [`view.type must be "${type}", not "${view.type}".`]);
  return view;
}

/** An error with Slack's own code, such as `channel_not_found`. */
export class SlackError extends Error {
  constructor(
    readonly code: string,
    readonly messages: string[] = [],
  ) {
    super(code);
  }
}

interface Call {
  workspace: Workspace;
  options: SandboxOptions;
  args: Record<string, unknown>;
}

/** One Web API method; `ok: true` is added to its result, and a thrown SlackError is a refusal. */
export type Method = (call: Call) => Record<string, unknown>;
