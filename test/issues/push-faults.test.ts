import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { WorkItemLink } from '../../db/entities/recommendation.js';
import { TrackerPush } from '../../db/entities/work-item.js';
import { createWorkItem } from '../../src/issues/push.js';
import { useDatabase } from '../support/database.js';
import type { Fault } from './faulty-server.js';
import { cases, endPause, ID, recommendation } from './push-cases.js';

const database = useDatabase();

describe.each(cases)('creating a $name issue', ({ name, CREATE, FIND, limit, start }) => {
  it('ends in one issue and one link whatever fails in whatever order, two people pressing', async () => {
    const fault = fc.constantFrom<Fault | undefined>(
      undefined,
      'cut-before',
      'cut-during',
      'cut-after',
      'garbled-after',
      { status: 502 },
      { status: 422, body: { message: 'Not now' } },
      limit,
    );
    const faults = fc.array(fault, { maxLength: 5 });
    const { server, tracker, issues } = await start();
    await fc.assert(
      fc.asyncProperty(faults, faults, async (onCreate, onFind) => {
        const ctx = await recommendation(database);
        const create = () => createWorkItem(ctx, tracker, ID);
        const links = () => ctx.db.find(WorkItemLink);
        issues.length = 0;
        server.fail(CREATE, ...onCreate);
        server.fail(FIND, ...onFind);
        for (let presses = 1; (await links()).length === 0; presses++) {
          expect(presses).toBeLessThanOrEqual(onCreate.length + onFind.length + 1);
          await Promise.allSettled([create(), create()]);
          await ctx.db.rows(endPause);
        }
        await server.settled();
        expect(issues).toHaveLength(1);
        const [link, ...more] = await links();
        expect(more).toEqual([]);
        expect(link).toMatchObject({ provider: name.toLowerCase() });
        const push = await ctx.db.findOne(TrackerPush, { recommendationId: ID });
        expect(push).toMatchObject({ url: link?.url, leaseId: null, failure: null });
      }),
      { numRuns: 20 },
    );
    await server.stop();
  });

  it('gives up on a search for a lost issue that is never answered', async () => {
    const { server, tracker, issues } = await start();
    const ctx = await recommendation(database);
    server.fail(CREATE, 'cut-after');
    server.fail(FIND, 'hang-before', 'hang-before');
    await expect(createWorkItem(ctx, tracker, ID)).rejects.toThrow();
    await ctx.db.rows(endPause);
    await expect(createWorkItem(ctx, tracker, ID)).rejects.toThrow();
    await ctx.db.rows(endPause);
    await createWorkItem(ctx, tracker, ID);
    expect(issues).toHaveLength(1);
    await server.stop();
  });
});
