import * as z from 'zod';
import { RESOLUTIONS } from '../../../db/entities/action-card.js';
import { DECISIONS, OUTCOMES } from '../../../db/entities/recommendation.js';
import { MAX_NOTE, MAX_QUESTION, MAX_SNOOZE_MS, MAX_WORK_ITEM } from '../../decisions.js';
import {
  ActionCardType,
  EvidenceKind,
  RecommendationLifecycleState,
  ResearchGapStatus,
  SignalStateOfPlay,
  Trajectory,
} from './values.js';

const MAX_IDS = 50;

/** An integer as a query parameter carries it; out of range is refused, never clamped. */
const wholeNumber = (minimum: number, maximum: number, preset: number, description: string) =>
  z
    .string()
    .default(String(preset))
    .transform((text, ctx) => {
      const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
      if (value >= minimum && value <= maximum) return value;
      ctx.addIssue({
        code: 'custom',
        message: `must be an integer from ${minimum} to ${maximum}`,
      });
      return z.NEVER;
    })
    .meta({ description, override: { type: 'integer', minimum, maximum, default: preset } });

const trueOrFalse = (description: string) =>
  z
    .enum(['true', 'false'])
    .default('false')
    .transform((text) => text === 'true')
    .meta({ description, override: { type: 'boolean', enum: [true, false], default: false } });

const idList = (description: string) =>
  z
    .string()
    .transform((text, ctx) => {
      const ids = text.split(',').map((id) => id.trim());
      const given = ids.filter((id) => id !== '');
      if (given.length > 0 && ids.length <= MAX_IDS) return given;
      ctx.addIssue({ code: 'custom', message: `must be 1 to ${MAX_IDS} ids separated by commas` });
      return z.NEVER;
    })
    .meta({ description: `${description} Comma-separated, at most ${MAX_IDS}.`, example: 'a,b' });

/** Text of at most `maximum` characters, an emoji counting as one. */
const text = (maximum: number) =>
  z
    .string()
    .refine((value) => value.length <= maximum || [...value].length <= maximum, {
      message: `must have at most ${maximum} characters`,
    })
    .meta({ override: { maxLength: maximum } });
/** Text that says something. */
const words = (maximum: number, description: string, example: string) =>
  text(maximum)
    .refine((value) => value.trim() !== '', { message: 'must not be blank' })
    .meta({ description, example, override: { minLength: 1, maxLength: maximum } });

const Limit = wholeNumber(1, 50, 20, 'Items per page.');
const Cursor = z
  .string()
  .meta({ description: 'From the previous answer of the same list with the same filters.' });
const Id = (what: string) =>
  z
    .string()
    .min(1)
    .meta({ description: `The ${what}’s id.` });

export const SignalPath = z.strictObject({ signalId: Id('signal') });
export const StudyPath = z.strictObject({ studyId: Id('study') });
export const ResearchGapPath = z.strictObject({ researchGapId: Id('research gap') });
export const RecommendationPath = z.strictObject({ recommendationId: Id('recommendation') });
export const ActionCardPath = z.strictObject({ actionCardId: Id('action card') });

export const PageQuery = z.strictObject({ limit: Limit, cursor: Cursor.optional() });

export const SignalsQuery = z.strictObject({
  stage: SignalStateOfPlay.optional(),
  trajectory: Trajectory.optional(),
  ...PageQuery.shape,
});

/** api.md 4.6 */
export const EvidenceQuery = z
  .strictObject({
    signalId: Id('signal').optional(),
    themeIds: idList('Themes.').optional(),
    studyId: Id('study').optional(),
    sourceItemIds: idList('Source items.').optional(),
    evidenceIds: idList('Direct look-up: the kind does not matter.').optional(),
    includeCounterEvidence: trueOrFalse('Include counter-evidence.'),
    maxItems: wholeNumber(1, 100, 20, 'Items per page.'),
    cursor: z
      .string()
      .regex(/^\d{1,9}$/, 'must be the cursor of a previous evidence packet')
      .optional()
      .meta({ description: 'From the previous packet.' }),
  })
  .refine(
    ({ signalId, themeIds, studyId, sourceItemIds, evidenceIds }) =>
      signalId ?? themeIds ?? studyId ?? sourceItemIds ?? evidenceIds,
    'At least one scope is required: signalId, themeIds, studyId, sourceItemIds or evidenceIds.',
  );

export const ResearchGapsQuery = z.strictObject({
  status: ResearchGapStatus.optional(),
  ...PageQuery.shape,
});

/** api.md 4.10 */
export const RecommendationsQuery = z.strictObject({
  status: RecommendationLifecycleState.optional(),
  state: RecommendationLifecycleState.optional().meta({
    deprecated: true,
    param: { deprecated: true },
    description: 'Deprecated alias of `status`, which wins when both are sent.',
  }),
  ...PageQuery.shape,
});

export const ActionCardsQuery = z.strictObject({
  type: ActionCardType.optional(),
  ...PageQuery.shape,
});

const Note = text(MAX_NOTE).optional().meta({ description: 'Kept in the history.' });

/** Request bodies, api.md 4.2, 4.7 and 4.15. */
export const SearchBody = z
  .strictObject({
    query: words(
      MAX_QUESTION,
      'A question, or a pasted quote or complaint.',
      'Why do people give up on the import?',
    ),
    signalId: Id('signal').optional(),
    studyId: Id('study').optional(),
    kind: EvidenceKind.default('evidence'),
    limit: z.int().min(1).max(50).default(10),
    minScore: z.number().min(0).max(1).optional(),
  })
  .meta({ id: 'SearchBody' });
export const DecisionBody = z
  .strictObject({ decision: z.enum(DECISIONS), note: Note })
  .meta({ id: 'DecisionBody' });
export const OutcomeBody = z
  .strictObject({ outcome: z.enum(OUTCOMES), note: Note })
  .meta({ id: 'OutcomeBody' });
export const ReopenBody = z.strictObject({ note: Note }).meta({ id: 'ReopenBody' });
export const WorkItemBody = z
  .strictObject({
    url: text(MAX_WORK_ITEM.url).meta({
      description: 'http or https.',
      override: { format: 'uri', maxLength: MAX_WORK_ITEM.url },
      example: 'https://linear.app/acme/issue/ENG-42',
    }),
    title: text(MAX_WORK_ITEM.title)
      .optional()
      .meta({ description: 'Shown instead of the address.' }),
    externalId: text(MAX_WORK_ITEM.externalId)
      .optional()
      .meta({ description: 'The tracker’s own id.' }),
  })
  .meta({ id: 'WorkItemBody' });
export const ResolveBody = z
  .strictObject({ action: z.enum(RESOLUTIONS) })
  .meta({ id: 'ResolveBody' });
export const SnoozeBody = z
  .strictObject({
    durationMs: z.number().gt(0).max(MAX_SNOOZE_MS).meta({
      description: 'Out of range is rejected, not clamped: nothing un-snoozes a card.',
      example: 86400000,
    }),
  })
  .meta({ id: 'SnoozeBody' });
export const AskBody = z
  .strictObject({
    question: words(
      MAX_QUESTION,
      'One question, in plain language.',
      'What keeps new customers from inviting their team?',
    ),
  })
  .meta({ id: 'AskBody' });
