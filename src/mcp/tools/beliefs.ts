import * as z from 'zod';
import { questionsOfSignals } from '../../../db/queries/signals.js';
import { readEvidence as quotes } from '../../api/endpoints/evidence.js';
import { integer } from '../../api/endpoints/fields.js';
import {
  listSignals,
  PostShipReceipt,
  readSignal,
  SignalListItem,
  SignalPacket,
} from '../../api/endpoints/signals.js';
import { Count, SignalStateOfPlay, Trajectory } from '../../api/endpoints/values.js';
import { invalidRequest } from '../../core/errors.js';
import { pageOf } from '../caller.js';
import { knownSignalId, signalIdOf } from '../documents.js';
import { fitPage } from '../fit.js';
import {
  Day,
  dayOf,
  Freshness,
  freshnessOf,
  id,
  NOTICE,
  Notice,
  page,
  paged,
  Quote,
  quoteOf,
  url,
} from '../quote.js';
import { tool } from '../tool.js';

const Belief = SignalListItem.omit({ lastUpdated: true }).extend({
  id: z.string().meta({ description: 'For `fetch`.' }),
  ...url,
  lastUpdated: Day,
});

export const listBeliefs = tool({
  name: 'list_beliefs',
  title: 'List beliefs',
  description:
    'What the team believes about its users, last updated first: sentences that could be wrong, each with how many people say so and how sure it is.',
  input: z.strictObject({
    stage: SignalStateOfPlay.optional(),
    trajectory: Trajectory.optional(),
    ...page,
  }),
  output: z.strictObject({ notice: Notice, beliefs: z.array(Belief), ...paged }),
  run: (call, args) =>
    fitPage(args.limit, async (limit) => {
      const query = { ...args, limit };
      const { data, ...rest } = await listSignals.handle({ ...call, params: {}, query, body: {} });
      return {
        notice: NOTICE,
        beliefs: data.map(({ lastUpdated, ...item }) => ({
          ...item,
          id: `belief:${item.signalId}`,
          ...pageOf(call, { signalId: item.signalId }),
          lastUpdated: dayOf(lastUpdated),
        })),
        ...rest,
      };
    }),
});

const About = SignalPacket.shape.belief;

const Receipt = PostShipReceipt.extend({
  shippedAt: Day,
  observedAt: Day,
  quietSince: Day.meta({
    description: 'A day in UTC: the ship, or the last unprompted supporting quote since then.',
  }),
});

const receiptOf = (receipt: z.infer<typeof PostShipReceipt>): z.infer<typeof Receipt> => ({
  ...receipt,
  shippedAt: dayOf(receipt.shippedAt),
  observedAt: dayOf(receipt.observedAt),
  quietSince: dayOf(receipt.quietSince),
});

export const readBelief = tool({
  name: 'read_belief',
  title: 'Read one belief',
  description:
    'One belief: how sure it is and why, its strongest quotes for and against, what each study says, its gaps and what to do next. All of its quotes: `read_evidence`.',
  input: z.strictObject({ belief: id('The signalId, or the ref, such as SIG-7.') }),
  output: z.strictObject({
    notice: Notice,
    id: z.string(),
    ...url,
    ...SignalPacket.omit({ evidence: true, counterEvidence: true }).shape,
    belief: About.omit({ firstSeen: true, lastUpdated: true, archivedAt: true }).extend({
      firstSeen: Day,
      lastUpdated: Day,
      archivedAt: Day.optional(),
      postShipReceipt: Receipt.optional(),
    }),
    perStudy: z.array(SignalPacket.shape.perStudy.element.extend({ addedAt: Day })),
    counts: SignalPacket.shape.evidence.omit({ items: true }).extend({ freshness: Freshness }),
    quotesFor: z.array(Quote),
    quotesAgainst: z.array(Quote),
    questions: z
      .array(z.string())
      .meta({ description: 'Questions that it answers, by which `ask` finds it.' }),
  }),
  async run(call, args) {
    const signalId = await signalIdOf(call, args.belief);
    const [{ data }, [asked]] = await Promise.all([
      readSignal.handle({ ...call, params: { signalId }, query: {}, body: {} }),
      call.ctx.db.rows(questionsOfSignals, [signalId]),
    ]);
    const { evidence, counterEvidence, belief, perStudy, ...packet } = data;
    const { items, ...counts } = evidence;
    const { archivedAt, postShipReceipt, ...about } = belief;
    return {
      notice: NOTICE,
      id: `belief:${signalId}`,
      ...pageOf(call, { signalId }),
      ...packet,
      belief: {
        ...about,
        firstSeen: dayOf(belief.firstSeen),
        lastUpdated: dayOf(belief.lastUpdated),
        ...(archivedAt !== undefined && { archivedAt: dayOf(archivedAt) }),
        ...(postShipReceipt && { postShipReceipt: receiptOf(postShipReceipt) }),
      },
      perStudy: perStudy.map((view) => ({ ...view, addedAt: dayOf(view.addedAt) })),
      counts: { ...counts, freshness: freshnessOf(counts.freshness) },
      quotesFor: items.map(quoteOf),
      quotesAgainst: counterEvidence.map(quoteOf),
      questions: [...(asked?.questions ?? [])],
    };
  },
});

const MAX_IDS = 50;

export const readEvidence = tool({
  name: 'read_evidence',
  title: 'Read quotes',
  description:
    'Verbatim, attributed quotes of a belief, a theme, a study or interviews, strongest first. At least one scope is needed; different scopes intersect. `kind` says if a quote is for or against.',
  input: z.strictObject({
    belief: id('A belief: its signalId, or its ref, such as SIG-7.').optional(),
    themeIds: z.array(z.string()).min(1).max(MAX_IDS).optional(),
    studyId: id('A study.').optional(),
    sourceItemIds: z.array(z.string()).min(1).max(MAX_IDS).optional(),
    counterEvidence: z.boolean().default(true).meta({ description: 'With quotes against it.' }),
    ...page,
    cursor: integer(0, 999_999_999)
      .optional()
      .meta({ description: '`cursor` of the previous page.' }),
  }),
  output: z.strictObject({
    notice: Notice,
    quotes: z.array(Quote),
    total: Count,
    people: Count.meta({ description: 'Distinct people behind all quotes of the scope.' }),
    cursor: Count.nullable().meta({ description: 'For the next page; null on the last.' }),
  }),
  async run(call, { belief, counterEvidence, limit, cursor, ...scopes }) {
    const signalId = belief === undefined ? undefined : await knownSignalId(call, belief);
    const scope = { ...scopes, signalId };
    if (Object.values(scope).every((one) => one === undefined)) {
      throw invalidRequest(
        'At least one scope is required: belief, themeIds, studyId or sourceItemIds.',
      );
    }
    return fitPage(limit, async (maxItems) => {
      const query = {
        ...scope,
        includeCounterEvidence: counterEvidence,
        maxItems,
        ...(cursor !== undefined && { cursor: String(cursor) }),
      };
      const { data } = await quotes.handle({ ...call, params: {}, query, body: {} });
      return {
        notice: NOTICE,
        quotes: data.items.map(quoteOf),
        total: data.total,
        people: data.distinctParticipants,
        cursor: data.cursor === null ? null : Number(data.cursor),
      };
    });
  },
});
