import * as z from 'zod';
import type { EvidenceRow } from '../../../db/queries/evidence.js';
import { searchEvidence as search } from '../../answers/search/find-evidence.js';
import {
  type EvidencePacket as Packet,
  readEvidence as read,
} from '../../beliefs/evidence/read-evidence.js';
import { MAX_QUESTION } from '../../core/numbers.js';
import { endpoint } from '../endpoint.js';
import { authenticate, parse, rateLimit } from '../guards.js';
import { examples } from './examples.js';
import { Data, Id, idList, integer, number, trueOrFalse, wholeNumber, words } from './fields.js';
import { Count, EvidenceKind, Ms } from './values.js';

export const EvidenceItem = z
  .strictObject({
    evidenceId: z.string(),
    kind: EvidenceKind,
    quote: z.string().meta({ description: 'The participant’s words, verbatim.' }),
    note: z.string().optional().meta({ description: 'An analyst’s qualifier.' }),
    themeId: z.string(),
    themeLabel: z.string(),
    studyId: z.string(),
    studyName: z.string(),
    sourceItemId: z.string(),
    participantName: z.string(),
    timeInCallSecs: z.number().optional().meta({ description: 'Seconds into the call.' }),
    capturedAt: Ms.nullable(),
  })
  .meta({ id: 'EvidenceItem', description: 'One attributed quote.' });
export type EvidenceItem = z.infer<typeof EvidenceItem>;

const EvidencePacket = z
  .strictObject({
    items: z.array(EvidenceItem),
    scope: z
      .strictObject({ themeIds: z.array(z.string()), studyIds: z.array(z.string()) })
      .meta({ description: 'The themes and studies of every qualifying row.' }),
    distinctParticipants: Count.meta({
      description: 'Across every qualifying row, not just the page.',
    }),
    total: Count.meta({ description: 'Qualifying rows before paging.' }),
    cursor: z
      .string()
      .nullable()
      .meta({ description: 'Offset of the next page; null when exhausted.' }),
    unresolvedIds: z
      .array(z.string())
      .optional()
      .meta({ description: 'Only on `evidenceIds` reads: the ids that did not resolve.' }),
  })
  .meta({ id: 'EvidencePacket', description: 'A page of quotes with counts over all of them.' });
type EvidencePacket = z.infer<typeof EvidencePacket>;

const EvidenceSearchHit = z
  .strictObject({
    item: EvidenceItem,
    score: z.number().min(0).max(1).meta({ description: 'Relevance for the query.' }),
  })
  .meta({ id: 'EvidenceSearchHit', description: 'A quote and how well it fits the query.' });

const EvidenceQuery = z
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

const SearchBody = z
  .strictObject({
    query: words(
      MAX_QUESTION,
      'A question, or a pasted quote or complaint.',
      'Why do people give up on the import?',
    ),
    signalId: Id('signal').optional(),
    studyId: Id('study').optional(),
    kind: EvidenceKind.default('evidence'),
    limit: integer(1, 50).default(10),
    minScore: number(0, 1).optional(),
  })
  .meta({ id: 'SearchBody' });

export const presentEvidence = (row: EvidenceRow): EvidenceItem => ({
  evidenceId: row.evidenceId,
  kind: row.kind,
  quote: row.quote,
  note: row.note ?? undefined,
  themeId: row.themeId,
  themeLabel: row.themeLabel,
  studyId: row.studyId,
  studyName: row.studyName,
  sourceItemId: row.sourceItemId,
  participantName: row.participantName,
  timeInCallSecs: row.timeInCallSecs ?? undefined,
  capturedAt: row.capturedAt?.getTime() ?? null,
});

const presentEvidencePacket = (packet: Packet): EvidencePacket => ({
  items: packet.items.map(presentEvidence),
  scope: { themeIds: packet.themeIds, studyIds: packet.studyIds },
  distinctParticipants: packet.distinctParticipants,
  total: packet.total,
  cursor: packet.next === null ? null : String(packet.next),
  unresolvedIds: packet.unresolvedIds,
});

export const readEvidence = endpoint({
  method: 'get',
  path: '/v1/evidence',
  guards: [authenticate, rateLimit, parse],
  id: 'readEvidence',
  tag: 'Evidence',
  summary: 'Read the quotes of a scope',
  description:
    'Strongest first. At least one scope is required; a list of ids is a union, different scopes intersect. With `evidenceIds` the kind does not matter, and ids that do not resolve come back in `unresolvedIds`.',
  query: EvidenceQuery,
  response: Data(EvidencePacket),
  errors: [],
  example: examples.evidence,
  async handle({ ctx, query: { maxItems, cursor, ...scope } }) {
    const packet = await read(ctx, {
      ...scope,
      limit: maxItems,
      offset: Number(cursor ?? 0),
    });
    return { data: presentEvidencePacket(packet) };
  },
});

export const searchEvidence = endpoint({
  method: 'post',
  path: '/v1/evidence/search',
  guards: [authenticate, rateLimit, parse],
  id: 'searchEvidence',
  tag: 'Evidence',
  summary: 'Search quotes by meaning',
  description: 'Scored, attributed quotes, best first. Changes nothing.',
  body: SearchBody,
  response: Data(z.array(EvidenceSearchHit)),
  errors: [],
  example: examples.hits,
  async handle({ ctx, body }) {
    const hits = await search(ctx, body);
    return { data: hits.map(({ item, score }) => ({ item: presentEvidence(item), score })) };
  },
});
