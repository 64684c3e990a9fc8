import * as z from 'zod';
import { Count, EvidenceKind, Ms } from './values.js';

/** api.md 2.2 */
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

/** api.md 2.3 */
export const EvidencePacket = z
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
export type EvidencePacket = z.infer<typeof EvidencePacket>;

/** api.md 2.4 */
export const EvidenceSearchHit = z
  .strictObject({
    item: EvidenceItem,
    score: z.number().min(0).max(1).meta({ description: 'Relevance for the query.' }),
  })
  .meta({ id: 'EvidenceSearchHit', description: 'A quote and how well it fits the query.' });
export type EvidenceSearchHit = z.infer<typeof EvidenceSearchHit>;
