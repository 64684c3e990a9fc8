import { describe, expect, it } from 'vitest';
import { Job } from '../../db/entities/job.js';
import { ResearchGap, type ResearchGapStatus } from '../../db/entities/research-gap.js';
import { Study } from '../../db/entities/study.js';
import { draftStudy } from '../../src/beliefs/research-gaps/draft-study.js';
import { fillDraftedStudy } from '../../src/beliefs/research-gaps/fill-drafted-study.js';
import { refreshFacts } from '../../src/beliefs/signals/refresh-facts.js';
import { CARD_CHANGED } from '../../src/core/announce.js';
import { type Context, inTransaction } from '../../src/core/context.js';
import { useDatabase } from '../support/database.js';
import { addCard, addGap, historyOf } from './support/actions.js';
import {
  link,
  NOW,
  participant,
  quote,
  signal,
  sourceItem,
  store,
  study,
  theme,
} from './support/corpus.js';

const database = useDatabase();

async function newGap(more: Partial<ResearchGap> = {}): Promise<Context> {
  const ctx = database.context(await database.createTeam(), { now: NOW });
  await store(ctx.db, {
    studies: [study('s1')],
    participants: [participant('p1'), participant('p2')],
    sourceItems: [sourceItem('i1', 's1', 'p1'), sourceItem('i2', 's1', 'p2')],
    themes: [theme('t1', 's1')],
    evidence: [
      quote('e1', 't1', 'i1'),
      quote('e2', 't1', 'i2', { kind: 'counterEvidence', quote: 'It never happens to me.' }),
    ],
    signals: [signal('g1', 7, { label: 'Exports get lost' })],
    links: [link('g1', 't1')],
  });
  await inTransaction(ctx, refreshFacts);
  await addGap(ctx, 'gap', 'g1', more);
  return ctx;
}
const drafts = (ctx: Context) => ctx.db.find(Study, { status: 'draft' });
const gapOf = async (ctx: Context) =>
  (await ctx.db.findOne(ResearchGap, { researchGapId: 'gap' })) as ResearchGap;

async function fill(ctx: Context): Promise<void> {
  const [job] = await ctx.db.find(Job, { kind: fillDraftedStudy.kind });
  await fillDraftedStudy.run(ctx, job?.payload);
}

describe('drafting a study from a gap', () => {
  it.each(['open', 'accepted'] as ResearchGapStatus[])(
    'creates a draft named for the gap while it is %s',
    async (status) => {
      const ctx = await newGap({ status });
      await addCard(ctx, 'c1', { signalId: 'g1' });
      const { studyId } = await draftStudy(ctx, 'gap');
      expect(await drafts(ctx)).toMatchObject([
        { studyId, createdAt: NOW, objective: null, learningTargets: [] },
      ]);
      expect((await drafts(ctx))[0]?.name).toContain('Exports get lost');
      expect(await gapOf(ctx)).toMatchObject({ draftedStudyId: studyId, status });
      expect(await historyOf(ctx, 'gap')).toMatchObject([
        { action: 'draft_study', detail: { studyId } },
      ]);
      expect(await ctx.db.find(Job, { kind: CARD_CHANGED })).toMatchObject([
        { payload: { actionCardId: 'c1' } },
      ]);
    },
  );

  it('gives the same study however often and from however many callers at once', async () => {
    const ctx = await newGap();
    const results = await Promise.all(Array.from({ length: 20 }, () => draftStudy(ctx, 'gap')));
    const again = await draftStudy(ctx, 'gap');
    expect(new Set([...results, again].map(({ studyId }) => studyId)).size).toBe(1);
    expect(await drafts(ctx)).toHaveLength(1);
    expect(await historyOf(ctx, 'gap')).toHaveLength(1);
    expect(await ctx.db.find(Job, { kind: fillDraftedStudy.kind })).toHaveLength(1);
  });

  it.each(['dismissed', 'applied'] as ResearchGapStatus[])(
    'refuses a gap that is %s, even where a study was drafted before',
    async (status) => {
      const ctx = await newGap();
      await draftStudy(ctx, 'gap');
      await ctx.db.update(ResearchGap, { researchGapId: 'gap' }, { status });
      await expect(draftStudy(ctx, 'gap')).rejects.toMatchObject({
        code: 'invalid_transition',
        message: expect.stringContaining(status),
      });
      expect(await drafts(ctx)).toHaveLength(1);
    },
  );

  it('does not find an unknown gap or one of another team', async () => {
    const [ctx, other] = [await newGap(), await newGap()];
    await addGap(other, 'theirs', 'g1');
    for (const id of ['nowhere', 'theirs']) {
      await expect(draftStudy(ctx, id)).rejects.toMatchObject({ code: 'not_found' });
    }
  });

  it('fills objective and learning targets from gap, signal and evidence', async () => {
    const ctx = await newGap();
    await draftStudy(ctx, 'gap');
    await fill(ctx);
    const [draft] = await drafts(ctx);
    expect(draft?.objective).toContain('All of it comes from one study.');
    expect(draft?.objective).toMatch(
      /So far \d+ (person|people) in \d (study|studies) said SIG-7, and /,
    );
    const questions = draft?.learningTargets.map(({ question }) => question).join('\n');
    expect(questions).toContain('Exports get lost');
    expect(questions).toContain('Theme t1');
    expect(questions).toContain('It never happens to me.');
    expect(draft?.learningTargets.map(({ priority }) => priority)).toEqual([
      'primary',
      'secondary',
      'secondary',
    ]);
    expect(new Set(draft?.learningTargets.map(({ targetId }) => targetId)).size).toBe(3);
  });

  it('never fills over what a person wrote, nor a study that is no draft any more', async () => {
    const ctx = await newGap();
    const { studyId } = await draftStudy(ctx, 'gap');
    await ctx.db.update(Study, { studyId }, { objective: 'Mine.' });
    await fill(ctx);
    const [filled] = await drafts(ctx);
    expect(filled?.objective).toBe('Mine.');
    expect(filled?.learningTargets.length).toBeGreaterThan(0);
    await ctx.db.update(Study, { studyId }, { objective: null, status: 'active' });
    await fill(ctx);
    expect((await ctx.db.findOne(Study, { studyId }))?.objective).toBeNull();
  });
});
