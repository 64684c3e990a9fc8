import * as z from 'zod';
import { DECISIONS, OUTCOMES } from '../../../db/entities/recommendation.js';
import {
  ActionCardWriteResult,
  ResolveBody,
  SnoozeBody,
} from '../../api/endpoints/action-cards.js';
import { Note, words } from '../../api/endpoints/fields.js';
import {
  RecommendationWriteResult,
  WorkItemBody,
} from '../../api/endpoints/recommendation-writes.js';
import { resolve } from '../../beliefs/action-cards/resolve.js';
import { snooze } from '../../beliefs/action-cards/snooze.js';
import { decide, recordOutcome as record } from '../../beliefs/recommendations/decide.js';
import { linkWorkItem as link } from '../../beliefs/recommendations/link-work-item.js';
import {
  draftStudy as draftFromGap,
  draftStudyForQuestion,
} from '../../beliefs/research-gaps/draft-study.js';
import { invalidRequest } from '../../core/errors.js';
import { MAX_QUESTION } from '../../core/numbers.js';
import { pageOf } from '../caller.js';
import { id, url } from '../quote.js';
import { tool } from '../tool.js';

/** Kept in the history under the key's name, like every write. */
const onRecommendation = { recommendationId: id('As other tools return it.') };
const onCard = { actionCardId: id('As `list_inbox` returns it.') };
const Written = RecommendationWriteResult.extend(url);

export const decideRecommendation = tool({
  name: 'decide_recommendation',
  title: 'Accept or dismiss a recommendation',
  description:
    'Records the team’s decision on an open recommendation. Only if a person asked for it.',
  writes: 'final',
  input: z.strictObject({ ...onRecommendation, decision: z.enum(DECISIONS), note: Note }),
  output: Written,
  async run(call, { recommendationId, ...decision }) {
    await decide(call.ctx, recommendationId, decision);
    return { recommendationId, ...pageOf(call, { recommendationId }) };
  },
});

export const recordOutcome = tool({
  name: 'record_outcome',
  title: 'Record what became of a recommendation',
  description:
    'Of an accepted recommendation: shipped, validated or stale; of a shipped one: validated, which closes its beliefs. Only if a person asked for it.',
  writes: 'final',
  input: z.strictObject({ ...onRecommendation, outcome: z.enum(OUTCOMES), note: Note }),
  output: Written,
  async run(call, { recommendationId, ...outcome }) {
    await record(call.ctx, recommendationId, outcome);
    return { recommendationId, ...pageOf(call, { recommendationId }) };
  },
});

export const linkWorkItem = tool({
  name: 'link_work_item',
  title: 'Link a work item',
  description:
    'Links an issue or a pull request to the recommendation that it implements. Linking it again updates its title.',
  writes: 'undoable',
  idempotent: true,
  input: z.strictObject({ ...onRecommendation, ...WorkItemBody.shape }),
  output: Written,
  async run(call, { recommendationId, ...item }) {
    await link(call.ctx, recommendationId, item);
    return { recommendationId, ...pageOf(call, { recommendationId }) };
  },
});

export const resolveCard = tool({
  name: 'resolve_card',
  title: 'Resolve a card',
  description:
    'Takes a card out of the inbox. `contacted` is for live calls: someone spoke with the participant. Only if a person asked for it.',
  writes: 'final',
  idempotent: true,
  input: z.strictObject({ ...onCard, ...ResolveBody.shape }),
  output: ActionCardWriteResult,
  async run({ ctx }, { actionCardId, action }) {
    await resolve(ctx, actionCardId, { action });
    return { actionCardId };
  },
});

export const snoozeCard = tool({
  name: 'snooze_card',
  title: 'Hide a card for a while',
  description:
    'The card returns to the inbox when the duration has passed: at most 90 days. Only if a person asked for it.',
  writes: 'final',
  input: z.strictObject({ ...onCard, ...SnoozeBody.shape }),
  output: ActionCardWriteResult,
  async run({ ctx }, { actionCardId, durationMs }) {
    await snooze(ctx, actionCardId, { durationMs });
    return { actionCardId };
  },
});

export const draftStudy = tool({
  name: 'draft_study',
  title: 'Draft a study',
  description:
    'Drafts a study from a research gap, or on a question that nothing answers yet. A gap that has a draft returns the same study.',
  writes: 'undoable',
  input: z.strictObject({
    researchGapId: id('As `list_gaps` returns it.').optional(),
    question: words(MAX_QUESTION, 'One question.', 'Who sets up the import?').optional(),
  }),
  output: z.strictObject({ studyId: z.string(), id: z.string(), ...url }),
  async run(call, { researchGapId, question }) {
    if ((researchGapId === undefined) === (question === undefined)) {
      throw invalidRequest('Exactly one of researchGapId and question is required.');
    }
    const { studyId } =
      researchGapId === undefined
        ? await draftStudyForQuestion(call.ctx, question as string)
        : await draftFromGap(call.ctx, researchGapId);
    return { studyId, id: `study:${studyId}`, ...pageOf(call, { studyId }) };
  },
});
