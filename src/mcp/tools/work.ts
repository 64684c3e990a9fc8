import * as z from 'zod';
import { ActionCard, listActionCards } from '../../api/endpoints/action-cards.js';
import {
  RecommendationListItem,
  listRecommendations as recommendations,
  WorkItemLink,
} from '../../api/endpoints/recommendations.js';
import { ActionCardType, Count, RecommendationLifecycleState } from '../../api/endpoints/values.js';
import { readWorkPacket as packet, WorkPacket } from '../../api/endpoints/work-packet.js';
import { pageOf } from '../caller.js';
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

export const listInbox = tool({
  name: 'list_inbox',
  title: 'List the inbox',
  description:
    'Cards that wait for the team, most urgent first: people to call, fixes that did not hold, new recommendations, gaps.',
  input: z.strictObject({ type: ActionCardType.optional(), ...page }),
  output: z.strictObject({
    notice: Notice,
    cards: z.array(
      // Contact data is only for people: it is in Slack, and at /v1/action-cards.
      ActionCard.omit({ createdAt: true, participant: true }).extend({
        ...url,
        createdAt: Day,
        participantName: z.string().optional(),
      }),
    ),
    ...paged,
  }),
  run: (call, args) =>
    fitPage(args.limit, async (limit) => {
      const query = { ...args, limit };
      const answer = await listActionCards.handle({ ...call, params: {}, query, body: {} });
      const { data, ...rest } = answer;
      return {
        notice: NOTICE,
        cards: data.map(({ createdAt, participant, ...card }) => ({
          ...card,
          ...pageOfCard(call, card.refs),
          createdAt: dayOf(createdAt),
          ...(participant?.displayName && { participantName: participant.displayName }),
        })),
        ...rest,
      };
    }),
});

function pageOfCard(
  call: Parameters<typeof pageOf>[0],
  { recommendationId, signalId, studyIds: [studyId] = [] }: ActionCard['refs'],
): { url?: string } {
  if (recommendationId) return pageOf(call, { recommendationId });
  if (signalId) return pageOf(call, { signalId });
  return studyId ? pageOf(call, { studyId }) : {};
}

export const listRecommendations = tool({
  name: 'list_recommendations',
  title: 'List recommendations',
  description:
    'What the beliefs ask the team to do, newest first. Without `status`: all but archived ones. To work on one: `read_work_packet`.',
  input: z.strictObject({ status: RecommendationLifecycleState.optional(), ...page }),
  output: z.strictObject({
    notice: Notice,
    recommendations: z.array(
      RecommendationListItem.omit({ updatedAt: true }).extend({
        id: z.string().meta({ description: 'For `fetch`.' }),
        ...url,
        updatedAt: Day,
      }),
    ),
    ...paged,
  }),
  run: (call, args) =>
    fitPage(args.limit, async (limit) => {
      const query = { ...args, limit };
      const answer = await recommendations.handle({ ...call, params: {}, query, body: {} });
      const { data, ...rest } = answer;
      return {
        notice: NOTICE,
        recommendations: data.map(({ updatedAt, ...item }) => ({
          ...item,
          id: `recommendation:${item.recommendationId}`,
          ...pageOf(call, { recommendationId: item.recommendationId }),
          updatedAt: dayOf(updatedAt),
        })),
        ...rest,
      };
    }),
});

/** Quotes of each kind in a work packet's result; `read_evidence` returns all. */
const PACKET_QUOTES = 10;
const About = WorkPacket.shape.recommendation;

export const readWorkPacket = tool({
  name: 'read_work_packet',
  title: 'Read a work packet',
  description:
    'A recommendation, ready for implementation: what to do, the beliefs behind it, the strongest quotes for and against, and when it is done. As markdown: `fetch` recommendation:ID.',
  input: z.strictObject({ recommendationId: id('As other tools return it.') }),
  output: z.strictObject({
    notice: Notice,
    id: z.string(),
    ...url,
    recommendation: About.omit({ generatedAt: true, workItemLinks: true }).extend({
      generatedAt: Day,
      workItemLinks: z.array(WorkItemLink.extend({ linkedAt: Day })),
    }),
    signals: z.array(WorkPacket.shape.signals.element.extend({ freshness: Freshness })),
    acceptanceCriteria: WorkPacket.shape.acceptanceCriteria,
    quotesFor: z.array(Quote),
    quotesAgainst: z.array(Quote),
    moreQuotes: Count.meta({ description: 'Quotes of the packet that are left out here.' }),
  }),
  async run(call, { recommendationId }) {
    const { data } = await packet.handle({
      ...call,
      params: { recommendationId },
      query: {},
      body: {},
    });
    const { recommendation, evidence, counterEvidence } = data;
    const quotesFor = evidence.slice(0, PACKET_QUOTES);
    const quotesAgainst = counterEvidence.slice(0, PACKET_QUOTES);
    return {
      notice: NOTICE,
      id: `recommendation:${recommendationId}`,
      ...pageOf(call, { recommendationId }),
      recommendation: {
        ...recommendation,
        generatedAt: dayOf(recommendation.generatedAt),
        workItemLinks: recommendation.workItemLinks.map((link) => ({
          ...link,
          linkedAt: dayOf(link.linkedAt),
        })),
      },
      signals: data.signals.map((signal) => ({
        ...signal,
        freshness: freshnessOf(signal.freshness),
      })),
      acceptanceCriteria: data.acceptanceCriteria,
      quotesFor: quotesFor.map(quoteOf),
      quotesAgainst: quotesAgainst.map(quoteOf),
      moreQuotes:
        evidence.length + counterEvidence.length - quotesFor.length - quotesAgainst.length,
    };
  },
});
