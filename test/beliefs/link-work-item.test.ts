import { describe, expect, it } from 'vitest';
import { Recommendation, WorkItemLink } from '../../db/entities/recommendation.js';
import { githubAddress } from '../../integrations/github/github-issue.js';
import { linkWorkItem } from '../../src/beliefs/recommendations/link-work-item.js';
import type { Context } from '../../src/core/context.js';
import { useDatabase } from '../support/database.js';
import { addRecommendation, historyOf } from './support/actions.js';
import { daysAgo, daysAhead, NOW } from './support/corpus.js';

const database = useDatabase();

async function newRecommendation(): Promise<Context> {
  const ctx = database.context(await database.createTeam(), { now: NOW });
  await addRecommendation(ctx, 'r1');
  return ctx;
}
const links = (ctx: Context) => ctx.db.find(WorkItemLink, { recommendationId: 'r1' });
const fill = async (ctx: Context, count: number): Promise<void> => {
  for (let index = 0; index < count; index++) {
    await linkWorkItem(ctx, 'r1', { url: `https://example.com/${index}` });
  }
};

describe('linking a work item', () => {
  it('keeps the URL as it was sent, and derives provider and id from it', async () => {
    const ctx = await newRecommendation();
    const url = 'https://linear.app/acme/issue/ENG-12/fix-the-thing?utm_source=mail';
    await linkWorkItem(ctx, 'r1', { url, title: 'Fix the thing', externalId: 'ENG-12' });
    expect(await links(ctx)).toMatchObject([
      {
        url,
        normalizedUrl: 'https://linear.app/acme/issue/ENG-12',
        provider: 'linear',
        externalId: 'ENG-12',
        title: 'Fix the thing',
        linkedAt: NOW,
      },
    ]);
    expect(await historyOf(ctx, 'r1')).toMatchObject([
      { action: 'link_work_item', detail: { url } },
    ]);
    expect((await ctx.db.findOne(Recommendation, { recommendationId: 'r1' }))?.updatedAt).toEqual(
      NOW,
    );
  });

  it('knows the hosts of the configured GitHub Enterprise', async () => {
    const ctx = await newRecommendation();
    const url = 'https://git.acme.test/team/app/issues/7';
    await linkWorkItem(
      { ...ctx, addressRules: [githubAddress('https://git.acme.test/api/v3')] },
      'r1',
      { url },
    );
    expect(await links(ctx)).toMatchObject([{ provider: 'github', externalId: null }]);
  });

  it('updates the same address in place: when it was linked stays, and a title where none is sent', async () => {
    const ctx = await newRecommendation();
    await linkWorkItem(ctx, 'r1', { url: 'https://example.com/a', title: 'First' });
    const later = { ...ctx, now: daysAhead(1) };
    await linkWorkItem(later, 'r1', { url: 'HTTPS://EXAMPLE.com:443/a/#part', externalId: 'X-1' });
    expect(await links(ctx)).toMatchObject([
      { url: 'https://example.com/a', title: 'First', externalId: 'X-1', linkedAt: NOW },
    ]);
    await linkWorkItem(later, 'r1', { url: 'https://example.com/a', title: 'Second' });
    expect(await links(ctx)).toMatchObject([{ title: 'Second', externalId: 'X-1', linkedAt: NOW }]);
    expect((await ctx.db.findOne(Recommendation, { recommendationId: 'r1' }))?.updatedAt).toEqual(
      NOW,
    );
  });

  it('refuses a 21st address, and still updates one of the 20', async () => {
    const ctx = await newRecommendation();
    await fill(ctx, 20);
    const refused = linkWorkItem(ctx, 'r1', { url: 'https://example.com/new' });
    await expect(refused).rejects.toMatchObject({ code: 'invalid_transition' });
    await expect(refused).rejects.toThrow(/20/);
    await linkWorkItem(ctx, 'r1', { url: 'https://example.com/3', title: 'Three' });
    expect(await links(ctx)).toHaveLength(20);
    expect((await links(ctx)).filter(({ title }) => title === 'Three')).toHaveLength(1);
  });

  it('gives the last place to one of five callers at the same moment', async () => {
    const ctx = await newRecommendation();
    await fill(ctx, 19);
    const racing = Array.from({ length: 5 }, (_, index) =>
      linkWorkItem(ctx, 'r1', { url: `https://example.com/race/${index}` }),
    );
    const results = await Promise.allSettled(racing);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const result of results) {
      if (result.status === 'rejected') {
        expect(result.reason).toMatchObject({ code: 'invalid_transition' });
      }
    }
    expect(await links(ctx)).toHaveLength(20);
  });

  it('makes one link of the same new address sent five times at once', async () => {
    const ctx = await newRecommendation();
    const url = 'https://example.com/same';
    await Promise.all(Array.from({ length: 5 }, () => linkWorkItem(ctx, 'r1', { url })));
    expect(await links(ctx)).toHaveLength(1);
  });

  it('is possible in every state of the recommendation', async () => {
    const ctx = await newRecommendation();
    const dismissed = { decision: 'dismissed' as const, decidedAt: daysAgo(1) };
    await ctx.db.update(
      Recommendation,
      { recommendationId: 'r1' },
      { state: 'dismissed', ...dismissed },
    );
    await linkWorkItem(ctx, 'r1', { url: 'https://example.com/a' });
    expect(await links(ctx)).toHaveLength(1);
  });

  it.each(['ftp://example.com/a', 'javascript:alert(1)', '/relative', ''])(
    'refuses the address %j',
    async (url) => {
      const ctx = await newRecommendation();
      await expect(async () => linkWorkItem(ctx, 'r1', { url })).rejects.toMatchObject({
        code: 'invalid_request',
      });
      expect(await links(ctx)).toEqual([]);
    },
  );
});
