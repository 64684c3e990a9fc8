import type { CallToolResult, Tool as ListedTool } from '@modelcontextprotocol/server';
import * as z from 'zod';
import { readOnly } from '../api/guards.js';
import { checkText, parseInput } from '../api/input.js';
import { errorResponse, HttpRefusal } from '../api/refusals.js';
import { Refusal } from '../core/errors.js';
import { type Call, type Caller, callOf } from './caller.js';
import { fit, withTeamsNames } from './fit.js';

interface Spec<Input extends z.ZodObject, Output extends z.ZodObject> {
  name: string;
  title: string;
  description: string;
  /** A read if absent. `undoable` tells clients that they need not ask the user first. */
  writes?: 'undoable' | 'final';
  /** True for a read that only keys that may write are offered, because it shows more than quotes. */
  forWriters?: true;
  /** True for a write that has no further effect when it is repeated. */
  idempotent?: true;
  input: Input;
  output: Output;
}

/** A tool and its implementation as one value, with their types erased. */
export interface Tool extends Spec<z.ZodObject, z.ZodObject> {
  run(call: Call, args: unknown): Promise<object>;
}

/** Declares a tool: `run` receives validated arguments and returns a value that matches the output schema. */
export const tool = <Input extends z.ZodObject, Output extends z.ZodObject>(
  spec: Spec<Input, Output> & {
    run(call: Call, args: z.output<Input>): Promise<z.input<Output>>;
  },
): Tool => spec as unknown as Tool;

/** True if only keys that may write are offered the tool. */
export const needsWrite = ({ writes, forWriters }: Tool): boolean =>
  writes !== undefined || forWriters === true;

/** A tool as returned by `tools/list`. */
export const listed = ({
  name,
  title,
  description,
  writes,
  idempotent,
  input,
  output,
}: Tool): ListedTool => ({
  name,
  title,
  description,
  inputSchema: jsonSchema(input, 'input') as ListedTool['inputSchema'],
  outputSchema: jsonSchema(output, 'output') as ListedTool['inputSchema'],
  annotations: {
    title,
    readOnlyHint: writes === undefined,
    destructiveHint: writes === 'final',
    idempotentHint: writes === undefined || idempotent === true,
    openWorldHint: false,
  },
});

/**
 * Runs a tool. A refusal is returned as a result with `isError`, so that the model can read the reason and correct
 * its call.
 */
export async function callTool(tool: Tool, args: unknown, caller: Caller): Promise<CallToolResult> {
  const call = callOf(caller);
  try {
    if (needsWrite(tool) && !caller.mayWrite) throw readOnly(tool.title);
    const input = parseInput(tool.input, args ?? {}, 'field');
    checkText(input);
    const result = await withTeamsNames(call.ctx, fit(await tool.run(call, input)));
    const parsed = tool.output.safeParse(result);
    if (!parsed.success) {
      const wrong = parsed.error.issues.map(({ path, code }) => `${path.join('.')} (${code})`);
      throw new Error(`The result of ${tool.name} breaks its contract at ${wrong.join(', ')}`);
    }
    return {
      content: [{ type: 'text', text: JSON.stringify(parsed.data) }],
      structuredContent: parsed.data,
    };
  } catch (error) {
    return { isError: true, content: [{ type: 'text', text: failureText(error, call) }] };
  }
}

/**
 * Descriptions for JSON Schema without the names of OpenAPI components: a named schema becomes a `$ref`, which many
 * clients do not follow.
 */
const described = {
  get(schema: z.core.$ZodType): object {
    const { id, example, param, override, ...rest } = (z.globalRegistry.get(schema) ??
      {}) as Record<string, unknown>;
    return { ...rest, ...(override as object | undefined) };
  },
};

const jsonSchema = (schema: z.ZodType, io: 'input' | 'output'): object => {
  const { $schema, ...rest } = z.toJSONSchema(schema, {
    io,
    metadata: described as unknown as typeof z.globalRegistry,
    override: ({ jsonSchema: made }) => {
      if (made.maximum === Number.MAX_SAFE_INTEGER) delete made.maximum;
    },
  });
  return rest;
};

/** The API's sentence about an error for the caller; logs an error that is not a refusal. */
export function failureText(error: unknown, { ctx, caller }: Call): string {
  if (!(error instanceof Refusal) && !(error instanceof HttpRefusal)) {
    ctx.log.error({ err: error, requestId: caller.requestId }, 'call over MCP failed');
  }
  return errorResponse(error, caller.requestId).body.error.message;
}
