import { readFileSync } from 'node:fs';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tools } from '../../src/mcp/tools/index.js';
import { banner } from '../../src/server/service.js';
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

const read = (path: string): string =>
  readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
const [docs, readme] = [read('docs/agents.md'), read('README.md')];
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

  it('has a line for Claude Code that ends with the header, which takes everything after it', () => {
    const facts = {
      url: 'http://localhost:3000',
      sandboxTeam: 'Demo',
      demoKey: 'k',
      hasTeams: true,
    };
    for (const text of [docs, readme, banner(facts)]) {
      const lines = text.match(/claude mcp add --transport .*/g) ?? [];
      expect(lines.length).toBeGreaterThan(0);
      for (const line of lines) {
        expect(line).toMatch(/ belief-layer \S+\/mcp --header "Authorization: Bearer [^"]+"$/);
      }
    }
  });

  it('has a line for four clients, and names every tool', () => {
    expect(servers).toHaveLength(4);
    for (const { name } of tools) expect(docs).toContain(`\`${name}\``);
  });
});
