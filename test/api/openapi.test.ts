import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withCardTable } from '../../scripts/card-table.js';
import { endpoints } from '../../src/api/endpoints/index.js';
import { openapiDocument, openapiText } from '../../src/api/openapi.js';
import { startApi, type TestApi } from '../support/api.js';
import { useDatabase } from '../support/database.js';

const database = useDatabase();
let api: TestApi;
beforeAll(async () => {
  api = await startApi(database);
});
afterAll(() => api.close());

const document = openapiDocument();
const operations = endpoints.map(({ path, method, id, errors, example, response }) => ({
  id,
  method,
  errors,
  example,
  response,
  operation: document.paths?.[path]?.[method],
}));

describe('the OpenAPI document', () => {
  it('is the one that is committed; write it again with `npm run generate`', () => {
    expect(readFileSync('openapi.json', 'utf8')).toBe(openapiText());
  });

  it('and so is the table of cards in the reference', () => {
    const reference = readFileSync('docs/reference.md', 'utf8');
    expect(withCardTable(reference)).toBe(reference);
  });

  it('is served as it is, without a key', async () => {
    const reply = await api.call('GET', '/openapi.json');
    expect(reply.status).toBe(200);
    expect(reply.body).toEqual(JSON.parse(openapiText()));
  });

  it('describes the 20 endpoints of the specification and no other', () => {
    const paths = Object.entries(document.paths ?? {});
    expect(paths.flatMap(([, item]) => Object.keys(item))).toHaveLength(20);
    expect(operations.map(({ operation }) => operation?.operationId)).toEqual(
      endpoints.map(({ id }) => id),
    );
  });

  it.each(operations)('documents the summary and the possible statuses of $id', (one) => {
    expect(one.operation?.summary).toBeTruthy();
    const statuses = Object.keys(one.operation?.responses ?? {});
    expect(statuses).toEqual(
      [
        200,
        ...(one.method === 'get' ? [304] : []),
        400,
        401,
        403,
        ...one.errors,
        405,
        ...(one.method === 'post' ? [413] : []),
        429,
        500,
        503,
      ]
        .sort((a, b) => a - b)
        .map(String),
    );
  });

  it.each(operations)('shows for $id an example that its own schema accepts', (one) => {
    expect(() => one.response.parse(one.example)).not.toThrow();
  });

  it('demands a bearer key for everything and marks `state` as deprecated', () => {
    expect(document.security).toEqual([{ apiKey: [] }]);
    expect(document.components?.securitySchemes?.apiKey).toMatchObject({
      type: 'http',
      scheme: 'bearer',
    });
    const parameters = document.paths?.['/v1/recommendations']?.get?.parameters ?? [];
    expect(parameters).toContainEqual(
      expect.objectContaining({ name: 'state', in: 'query', deprecated: true }),
    );
    expect(document.info.version).toBe('1.0.0');
  });

  it('refers to nothing that it does not hold', () => {
    const references = [...openapiText().matchAll(/"\$ref": "#\/([^"]+)"/g)].map(
      ([, path]) => path,
    );
    expect(references.length).toBeGreaterThan(20);
    for (const path of new Set(references)) {
      const target = path
        ?.split('/')
        .reduce<unknown>((part, key) => (part as Record<string, unknown>)?.[key], document);
      expect(target, path).toBeDefined();
    }
  });
});

describe('the reference page', () => {
  it('loads everything from this service and allows nothing else', async () => {
    const page = await api.call('GET', '/docs');
    expect(page.status).toBe(200);
    const policy = page.headers.get('Content-Security-Policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("connect-src 'self'");
    const loaded = [...String(page.body).matchAll(/(?:src|href)="([^"]+)"/g)].map(([, url]) => url);
    for (const url of loaded.filter((one) => one !== 'data:,')) {
      expect(url).toMatch(/^\/docs\//);
      expect((await api.call('GET', url as string)).status).toBe(200);
    }
  });

  it('serves no other file of its package', async () => {
    for (const path of ['/docs/package.json', '/docs/..%2fpackage.json', '/docs/__proto__']) {
      expect((await api.call('GET', path)).status).toBe(404);
    }
  });
});
