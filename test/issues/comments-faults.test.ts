import fc from 'fast-check';
import { expect, it } from 'vitest';
import { decide } from '../../src/beliefs/recommendations/decide.js';
import { createWorkItem } from '../../src/issues/push.js';
import { useDatabase } from '../support/database.js';
import type { Fault } from './faulty-server.js';
import { REAL } from './real-trackers.js';
import { createWorld, ID } from './world.js';

const database = useDatabase();
const fault = fc.constantFrom<Fault>('cut-before', 'cut-after', 'cut-during', 'garbled-after', {
  status: 502,
});

it.each(REAL)(
  'a linked issue of $name gets exactly one comment whatever fails in whatever order',
  async ({ start }) => {
    await fc.assert(
      fc.asyncProperty(fc.array(fault, { maxLength: 4 }), async (faults) => {
        const real = await start();
        const world = await createWorld(database, [real.tracker], { state: 'open' });
        try {
          await createWorkItem(world.ctx, real.tracker, ID);
          real.server.fail(real.COMMENT, ...faults);
          await decide(world.ctx, ID, { decision: 'accepted' });
          await world.settle();
          await real.server.settled();
          expect(real.comments()).toHaveLength(1);
        } finally {
          await world.close();
          await real.server.stop();
        }
      }),
      { numRuns: 12 },
    );
  },
);
