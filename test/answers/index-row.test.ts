import { expect, it, vi } from 'vitest';
import { indexRows } from '../../src/answers/search/index-row.js';

it('indexing an interview of hundreds of quotes gives others their turn', async () => {
  const rows = Array.from({ length: 400 }, (_, n) => ({
    ...{ evidenceId: `e${n}`, sourceItemId: 'i', studyId: 's', themeId: `t${n % 7}` },
    ...{ kind: 'evidence', fingerprint: '', timeInCallSecs: null, context: `Theme ${n % 7}` },
    quote: `The export of month ${n} was slow and lost invoices of customers, so we waited again.`,
  }));
  // a clock on which each quote takes 5 ms, however fast this machine is
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => (now += 5));
  let done = false;
  let turns = 0;
  const others = (async () => {
    while (!done) {
      await new Promise((resolve) => setImmediate(resolve));
      turns++;
    }
  })();
  expect(await indexRows(rows)).toHaveLength(400);
  done = true;
  await others;
  expect(turns).toBeGreaterThan(50);
});
