import { createDatabase } from '../database.js';
import type { Report } from '../report.js';
import { startServiceProcess } from '../service-process.js';
import { interleaved, median, medianRatio } from '../stats.js';
import { type GeneratedTeam, generateTeam } from './generate-team.js';
import { serviceEnv } from './service-env.js';
import { wide } from './shape.js';

const QUOTES = 10_000;
const ROUNDS = 60;
const WARM_UP = 10;

/** The tools of `/mcp`, each with the read of /v1 that returns the same data, with the same number of items. */
const pairs = ({
  signalId,
  studyId,
  recommendationId,
}: GeneratedTeam): Record<string, [path: string, tool: string, args: object]> => ({
  'beliefs list': ['/v1/signals?limit=10', 'list_beliefs', {}],
  belief: [`/v1/signals/${signalId}`, 'read_belief', { belief: signalId }],
  evidence: [
    `/v1/evidence?signalId=${signalId}&includeCounterEvidence=true&maxItems=10`,
    'read_evidence',
    { belief: signalId },
  ],
  'studies list': ['/v1/studies?limit=10', 'list_studies', {}],
  readout: [`/v1/studies/${studyId}/readout`, 'read_study', { studyId }],
  'gaps list': ['/v1/research-gaps?limit=10', 'list_gaps', {}],
  inbox: ['/v1/action-cards?limit=10', 'list_inbox', {}],
  'recommendations list': ['/v1/recommendations?limit=10', 'list_recommendations', {}],
  'work packet': [
    `/v1/recommendations/${recommendationId}/work-packet`,
    'read_work_packet',
    { recommendationId },
  ],
});

/** Time of each tool over HTTP, compared with the read of /v1, one call after the other. */
export async function tools(): Promise<Report> {
  const database = await createDatabase();
  try {
    const team = await generateTeam(database, wide(QUOTES));
    const service = await startServiceProcess(serviceEnv(database.url), { role: 'web' });
    try {
      const rows = [];
      for (const [read, [path, tool, args]] of Object.entries(pairs(team))) {
        const contestants = {
          api: () => timed(get(service.url, path, team.key)),
          mcp: () => timed(call(service.url, tool, args, team.key)),
        };
        await interleaved(WARM_UP, contestants);
        const times = await interleaved(ROUNDS, contestants);
        rows.push({
          read,
          api: median(times.api),
          mcp: median(times.mcp),
          ratio: medianRatio(times.mcp, times.api),
        });
      }
      return {
        name: 'tools',
        conditions: { database: database.server, quotes: QUOTES, rounds: ROUNDS },
        tables: [{ title: 'Milliseconds a read: /v1 and the tool of /mcp', rows }],
        bars: [],
      };
    } finally {
      await service.stop();
    }
  } finally {
    await database.drop();
  }
}

async function timed(request: () => Promise<void>): Promise<number> {
  const began = performance.now();
  await request();
  return performance.now() - began;
}

const get = (url: string, path: string, key: string) => async (): Promise<void> => {
  const response = await fetch(url + path, { headers: { Authorization: `Bearer ${key}` } });
  await response.json();
  if (!response.ok) throw new Error(`${path} was answered with ${response.status}`);
};

const VERSION = '2026-07-28';

const call = (url: string, tool: string, args: object, key: string) => async (): Promise<void> => {
  const response = await fetch(`${url}/mcp`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${key}`,
      Accept: 'application/json, text/event-stream',
      'Content-Type': 'application/json',
      'MCP-Protocol-Version': VERSION,
      'Mcp-Method': 'tools/call',
      'Mcp-Name': tool,
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: {
        name: tool,
        arguments: args,
        _meta: {
          'io.modelcontextprotocol/protocolVersion': VERSION,
          'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1' },
          'io.modelcontextprotocol/clientCapabilities': {},
        },
      },
    }),
  });
  const text = await response.text();
  if (!response.ok || text.includes('"isError":true')) throw new Error(`${tool}: ${text}`);
};
