import { cardGap } from '../../../db/queries/card-material.js';
import { notFound } from '../../../src/errors.js';
import { cardChanged } from '../../../src/outbox.js';
import { draftStudy } from '../../../src/research-gaps/draft-study.js';
import type { Action } from './click.js';
import { unlessTooLate } from './unless-too-late.js';

export const draftStudyFor: Action = (click) =>
  unlessTooLate(click, async () => {
    const { ctx, subjectId } = click;
    const gap = await ctx.db.row(cardGap, subjectId);
    if (!gap) throw notFound('open research gap for the card', subjectId);
    await draftStudy(ctx, gap.researchGapId);
    await cardChanged(ctx, subjectId);
    await click.tell('A draft study is ready: Details shows what it asks.');
  });
