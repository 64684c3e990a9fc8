import { readFileSync } from 'node:fs';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tools } from '../../src/mcp/tools/index.js';
import type { TestApi } from '../support/api.js';
import { useDatabase } from '../support/database.js';
import { startMcp } from './support.js';

const database = useDatabase();
let api: TestApi;
let key: string;
beforeAll(async () => {
  api = await startMcp(database);
  ({ key } = await api.team());
});
afterAll(() => api.close());

const docs = readFileSync(new URL('../../docs/agents.md', import.meta.url), 'utf8');
const blocks = [...docs.matchAll(/```json\n([\s\S]*?)```/g)].map(([, json = '']) =>
  JSON.parse(json),
);
const servers = blocks
  .map((block) => Object.values(block.mcpServers ?? block.servers)[0])
  .filter((server): server is { url: string; headers: Record<string, string>; tools?: string[] } =>
    Boolean((server as { url?: string }).url),
  );

describe('docs/agents.md', () => {
  it.each(servers)('a client connects as it says: $headers.Authorization', async (server) => {
    const filled = server.headers.Authorization?.replace(/\$\{[^}]+\}|\$\w+/, key);
    const client = new Client({ name: 'docs', version: '1' });
    await client.connect(
      new StreamableHTTPClientTransport(
        new URL(server.url.replace('https://beliefs.example.org', api.url)),
        { requestInit: { headers: { Authorization: filled ?? '' } } },
      ),
    );
    const names = (await client.listTools()).tools.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(server.tools ?? ['search']));
    await client.close();
  });

  it('has a line for four clients, and names every tool', () => {
    expect(servers).toHaveLength(4);
    for (const { name } of tools) expect(docs).toContain(`\`${name}\``);
  });
});
