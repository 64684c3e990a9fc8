import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { AppOptions } from '../../src/api/app.js';
import { createLog } from '../../src/core/log.js';
import type { PageLinks } from '../../src/core/page-links.js';
import { mcp } from '../../src/mcp/route.js';
import { startApi, type TestApi } from '../support/api.js';
import type { TestDatabase } from '../support/database.js';

export const PUBLIC_URL = 'https://beliefs.example.org';

/** The app with `/mcp` mounted as the service mounts it. */
export const startMcp = (
  database: TestDatabase,
  options: Partial<AppOptions> = {},
  pages: PageLinks | undefined = { publicUrl: PUBLIC_URL, openTo: 'members' },
): Promise<TestApi> => {
  const { corsOrigins = [] } = options;
  return startApi(database, {
    ...options,
    before: [mcp({ publicUrl: PUBLIC_URL, pages, corsOrigins, log: createLog('silent') })],
  });
};

/** Both kinds of clients: before the revision 2026-07-28, and of it. */
export const ERAS = ['legacy', 'auto'] as const;

/** The official client, connected with this key. */
export async function connect(
  api: { url: string },
  key: string,
  mode: (typeof ERAS)[number] = 'auto',
): Promise<Client> {
  const client = new Client(
    { name: 'test', version: '1' },
    { versionNegotiation: { mode }, capabilities: {} },
  );
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${api.url}/mcp`), {
      requestInit: { headers: { Authorization: `Bearer ${key}` } },
    }),
  );
  return client;
}

/** A tool's structured result; the text of an error. */
export async function call(
  client: Client,
  name: string,
  args: Record<string, unknown> = {},
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into results whose shape is what it tests
): Promise<any> {
  const result = await client.callTool({ name, arguments: args });
  const [first] = result.content;
  const text = first?.type === 'text' ? first.text : '';
  return result.isError ? text : result.structuredContent;
}
