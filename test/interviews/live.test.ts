import { describe, expect, it } from 'vitest';
import { ActionCard } from '../../db/entities/action-card.js';
import { Evidence } from '../../db/entities/evidence.js';
import { SourceItem } from '../../db/entities/source-item.js';
import { ingestPiece } from '../../src/interviews/ingest-live.js';
import { openStudyNamed } from '../../src/interviews/open-study.js';
import { useDatabase } from '../support/database.js';

const database = useDatabase();

describe('an interview that is ingested in pieces', () => {
  const asks = { speaker: 'Mara', text: 'How do you feel about the invoices?', atSecs: 4 };
  const threat =
    'Honestly, I am going to cancel my subscription if the invoices get lost once more.';

  it('raises a live call at the passage, once, and becomes evidence when it is over', async () => {
    const ctx = database.context(await database.createTeam());
    const { studyId } = await openStudyNamed(ctx, 'Billing');
    const about = { studyId, sourceItemRef: 'call-7', participant: 'Ole Berg' };
    const quiet = await ingestPiece(ctx, { ...about, turns: [asks], turnsBefore: 0 });
    expect(quiet.liveCallIds).toEqual([]);
    const answer = { speaker: 'Ole Berg', text: threat, atSecs: 9 };
    const loud = await ingestPiece(ctx, { ...about, turns: [answer], turnsBefore: 1 });
    expect(loud.liveCallIds).toHaveLength(1);
    const again = await ingestPiece(ctx, { ...about, turns: [answer], turnsBefore: 1 });
    expect(again.liveCallIds).toEqual([]);

    const [card] = await ctx.db.find(ActionCard);
    expect(card).toMatchObject({ type: 'live_call', reason: 'churn_risk' });
    expect(threat).toContain(card?.quote);
    expect(await ctx.db.find(SourceItem)).toMatchObject([
      { status: 'in_progress', interviewers: ['Mara'] },
    ]);
    expect(await ctx.db.find(Evidence)).toEqual([]);

    const more =
      'And the export is too slow, I copy the numbers by hand into a spreadsheet every month.';
    const last = {
      ...about,
      turns: [asks, { speaker: 'Ole Berg', text: more }],
      turnsBefore: 2,
      last: true,
    };
    await ingestPiece(ctx, last);
    expect((await ctx.db.find(SourceItem))[0]?.status).not.toBe('in_progress');
    expect((await ctx.db.find(Evidence)).map(({ quote }) => quote)).toContain(more);
    await expect(
      ingestPiece(ctx, { ...about, turns: [asks], turnsBefore: 9 }),
    ).rejects.toMatchObject({
      code: 'invalid_transition',
    });
  });

  it('takes no piece that leaves a gap', async () => {
    const ctx = database.context(await database.createTeam());
    const { studyId } = await openStudyNamed(ctx, 'Billing');
    const about = { studyId, sourceItemRef: 'call-8', participant: 'Ole Berg' };
    await ingestPiece(ctx, { ...about, turns: [asks], turnsBefore: 0 });
    const late = ingestPiece(ctx, { ...about, turns: [asks], turnsBefore: 3 });
    await expect(late).rejects.toThrow('Expected turn 2 after turn 1, got turn 4');
    await expect(
      ingestPiece(ctx, { ...about, studyId: 'none', turns: [asks] }),
    ).rejects.toMatchObject({ code: 'not_found' });
  });
});
