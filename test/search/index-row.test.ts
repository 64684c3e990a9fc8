import { expect, it } from 'vitest';
import { indexRows } from '../../src/answers/search/index-row.js';

it('indexing an interview of thousands of quotes gives others their turn', async () => {
  const rows = Array.from({ length: 16_000 }, (_, n) => ({
    ...{ evidenceId: `e${n}`, sourceItemId: 'i', studyId: 's', themeId: `t${n % 7}` },
    ...{ kind: 'evidence', fingerprint: '', timeInCallSecs: null, context: `Theme ${n % 7}` },
    quote: `The export of month ${n} was slow and lost invoices of customers, so we waited again.`,
  }));
  let turns = 0;
  const counting = setInterval(() => turns++, 1);
  expect(await indexRows(rows)).toHaveLength(16_000);
  clearInterval(counting);
  expect(turns).toBeGreaterThan(2);
});
