import { randomUUID } from 'node:crypto';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type AppOptions, createApp } from '../../src/api/app.js';
import { createHttpServer } from '../../src/api/server.js';
import { createKey } from '../../src/core/keys.js';
import { createLog } from '../../src/core/log.js';
import { importSnapshot } from '../../src/operations/snapshot/import-snapshot.js';
import { ADDRESS_RULES } from './address-rules.js';
import type { TestDatabase } from './database.js';
import { ndjson } from './snapshot.js';

export interface Reply {
  status: number;
  headers: Headers;
  /** Parsed; undefined if the answer has no body. */
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into answers whose shape is what it tests
  body: any;
}

export interface TestApi {
  url: string;
  /** Makes a key for a team. */
  key(teamId: string, scope?: 'read' | 'write', expiresAt?: Date): Promise<string>;
  /** A team of its own with these snapshot lines, and a key that may write. */
  team(lines?: readonly object[]): Promise<{ teamId: string; key: string }>;
  call(method: string, path: string, options?: CallOptions): Promise<Reply>;
  get(path: string, key: string): Promise<Reply>;
  post(path: string, key: string, body?: unknown): Promise<Reply>;
  close(): Promise<void>;
}

interface CallOptions {
  key?: string | undefined;
  /** Sent as JSON; a string or bytes are sent as they are. */
  body?: unknown;
  headers?: Record<string, string>;
}

/** The real app over real HTTP on a free port. */
export async function startApi(
  database: TestDatabase,
  options: Partial<AppOptions> = {},
): Promise<TestApi> {
  const app = createApp({
    system: database.system,
    databaseUrl: database.url,
    log: createLog('silent'),
    ready: async () => ({ ok: true, parts: { database: { ok: true, detail: 'connected' } } }),
    limits: { perMinute: 1_000_000, askPerMinute: 1_000_000 },
    publicUrl: 'http://localhost:3000',
    addressRules: ADDRESS_RULES,
    ask: async () => ({ answer: 'Nothing covers it.', citations: [], searchedAt: new Date(0) }),
    ...options,
  });
  const server = createHttpServer(app.listener);
  const url = await listening(server);

  const key: TestApi['key'] = async (teamId, scope = 'write', expiresAt) => {
    const made = await createKey(database.context(teamId), {
      name: 'test',
      scope,
      ...(expiresAt && { expiresAt }),
    });
    return made.key;
  };
  const call: TestApi['call'] = (method, path, { key, body, headers } = {}) =>
    send(`${url}${path}`, {
      method,
      headers: {
        ...(key && { Authorization: `Bearer ${key}` }),
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: encoded(body) as BodyInit }),
    });
  return {
    url,
    key,
    call,
    async team(lines = []) {
      const teamId = await database.createTeam(`Team ${randomUUID()}`);
      if (lines.length > 0) await importSnapshot(database.context(teamId), () => ndjson(lines));
      return { teamId, key: await key(teamId) };
    },
    get: (path, key) => call('GET', path, { key }),
    post: (path, key, body) => call('POST', path, { key, body }),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await app.stop();
    },
  };
}

const encoded = (body: unknown): string | Uint8Array =>
  typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body);

async function listening(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function send(url: string, init: RequestInit): Promise<Reply> {
  const response = await fetch(url, init);
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    body: text === '' ? undefined : parsed(text),
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
