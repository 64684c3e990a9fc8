import { randomUUID } from 'node:crypto';
import type { Readable, Writable } from 'node:stream';
import { createModels } from '../../../integrations/models/index.js';
import { ask } from '../../answers/ask/ask.js';
import { serveStreams } from '../../mcp/server.js';
import { reachablePages } from '../../server/pages.js';
import { command, oneOf } from '../command.js';
import { operatorContext } from '../with-database.js';

/** An operator waits longer for a call than an API client does. */
const DEADLINE_MS = 120_000;

export const mcpServe = command({
  name: 'mcp',
  summary: 'speak MCP over standard input and output, for an agent on this computer',
  options: { team: { type: 'string' }, scope: { type: 'string' } },
  required: ['team'],
  run: async (input) => {
    const { config, system, log, streams } = input;
    const scope = oneOf(input.options, 'scope', ['read', 'write'] as const, 'read');
    const context = { ...(await operatorContext(input)), models: createModels(config) };
    await serveStreams(
      {
        context: () => ({ ...context, now: new Date() }),
        services: {
          system,
          log,
          addressRules: context.addressRules ?? [],
          models: context.models,
          deadlineMs: DEADLINE_MS,
          ask,
        },
        mayWrite: scope === 'write',
        useQuestion: async () => {},
        pages: reachablePages({ config, sandbox: false }),
        requestId: randomUUID(),
      },
      { input: streams.in as Readable, output: streams.out as Writable },
    );
  },
});
