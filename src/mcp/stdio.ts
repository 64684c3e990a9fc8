import type { Readable, Writable } from 'node:stream';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import type { Caller } from './caller.js';
import { createServer } from './server.js';

/** Speaks MCP over a pair of streams until the client closes its end. */
export function serveStreams(
  caller: Caller,
  { input, output }: { input: Readable; output: Writable },
): Promise<void> {
  return new Promise((resolve, reject) => {
    const transport = new StdioServerTransport(input, output);
    input.once('end', resolve).once('close', resolve).once('error', reject);
    serveStdio(() => createServer(caller), { transport, maxSubscriptions: 0 });
  });
}
