import { describe, expect, it } from 'vitest';
import { HistoryEntry } from '../../db/entities/history-entry.js';
import { snooze } from '../../src/beliefs/action-cards/snooze.js';
import { listHistory } from '../../src/beliefs/history/history.js';
import { decide } from '../../src/beliefs/recommendations/decide.js';
import { useDatabase } from '../support/database.js';
import { addCard, addRecommendation } from './support/actions.js';
import { NOW } from './support/corpus.js';

const database = useDatabase();

describe('the history', () => {
  it('is read newest first, a page at a time, one team only', async () => {
    const ctx = database.context(await database.createTeam(), { now: NOW });
    const other = database.context(await database.createTeam(), { now: NOW });
    for (const team of [ctx, other]) await addRecommendation(team, 'r1');
    await addCard(ctx, 'c1');
    await decide(ctx, 'r1', { decision: 'accepted', note: 'go' });
    await decide(other, 'r1', { decision: 'dismissed' });
    await snooze(ctx, 'c1', { durationMs: 1 });

    const [latest] = await listHistory(ctx, { limit: 1 });
    expect(latest).toMatchObject({ action: 'snooze', subjectType: 'action_card', subjectId: 'c1' });
    const older = await listHistory(ctx, { limit: 10, before: latest?.entryId ?? '' });
    expect(older).toMatchObject([
      { action: 'decide', subjectId: 'r1', actorName: 'Test', note: 'go', at: NOW },
    ]);
  });

  it('cannot be rewritten', async () => {
    const ctx = database.context(await database.createTeam(), { now: NOW });
    await addRecommendation(ctx, 'r1');
    await decide(ctx, 'r1', { decision: 'accepted' });
    await expect(ctx.db.update(HistoryEntry, {}, { note: 'other' })).rejects.toThrow(/append-only/);
  });
});
