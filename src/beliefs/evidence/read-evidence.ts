import {
  type EvidenceRow,
  type EvidenceScope,
  type EvidenceScopeValues,
  type EvidenceSummaryRow,
  evidencePage,
  evidenceSummary,
} from '../../../db/queries/evidence.js';
import { type Read, read } from '../../../db/team-database.js';
import type { Context } from '../../core/context.js';
import { keptSummary } from '../queries/evidence-facts.js';

/** The quotes to read: a list of ids is a union, different scopes intersect. */
interface EvidenceQuery {
  signalId?: string;
  themeIds?: string[];
  studyId?: string;
  sourceItemIds?: string[];
  /** If given, quotes of both kinds are read. */
  evidenceIds?: string[];
  includeCounterEvidence: boolean;
  limit: number;
  offset: number;
}

export interface EvidencePacket extends Omit<EvidenceSummaryRow, 'evidenceIds'> {
  items: EvidenceRow[];
  /** Offset of the next page; null when exhausted. */
  next: number | null;
  /** The requested evidence ids that this read does not resolve, in their order. */
  unresolvedIds?: string[];
}

/**
 * Quotes of a scope, strongest first, with counts over all of them. Under a signal, kinds are
 * relative to that signal. An unknown scope id matches nothing.
 */
export async function readEvidence(ctx: Context, query: EvidenceQuery): Promise<EvidencePacket> {
  const { limit, offset } = query;
  const scope = {
    signal: query.signalId !== undefined,
    themes: query.themeIds !== undefined,
    study: query.studyId !== undefined,
    sourceItems: query.sourceItemIds !== undefined,
    ids: query.evidenceIds !== undefined,
    bothKinds: query.includeCounterEvidence || query.evidenceIds !== undefined,
  };
  const scoped = {
    signalId: query.signalId === undefined ? null : askable(query.signalId),
    themeIds: query.themeIds?.map(askable) ?? null,
    studyId: query.studyId === undefined ? null : askable(query.studyId),
    sourceItemIds: query.sourceItemIds?.map(askable) ?? null,
    evidenceIds: query.evidenceIds?.map(askable) ?? null,
  };
  const [summary, items] = await countAndRead(
    ctx,
    countOf(scope, scoped),
    pageOf(scope, scoped, limit, offset),
    offset,
  );
  const { evidenceIds: resolved, ...counts } = summary;
  const end = offset + items.length;
  return {
    ...counts,
    items,
    next: items.length > 0 && end < summary.total ? end : null,
    ...(query.evidenceIds && { unresolvedIds: unresolved(query.evidenceIds, resolved ?? []) }),
  };
}

/** Counts of a single signal or study are stored; for a narrower scope the rows are counted. */
function countOf(scope: EvidenceScope, values: EvidenceScopeValues): Read<EvidenceSummaryRow> {
  const { signal, study, themes, sourceItems, ids, bothKinds } = scope;
  if (signal === study || themes || sourceItems || ids) {
    return read(evidenceSummary(scope), values);
  }
  return signal
    ? read(keptSummary, 'signal', values.signalId, bothKinds)
    : read(keptSummary, 'study', values.studyId, bothKinds);
}

function pageOf(
  scope: EvidenceScope,
  values: EvidenceScopeValues,
  limit: number,
  offset: number,
): Read<EvidenceRow> {
  const first = offset === 0;
  return read(evidencePage({ ...scope, first }), { ...values, limit, offset });
}

/**
 * The first page is read together with the counts; a later page only if the counts say that it has
 * rows.
 */
async function countAndRead(
  { db }: Context,
  count: Read<EvidenceSummaryRow>,
  page: Read<EvidenceRow>,
  offset: number,
): Promise<[EvidenceSummaryRow, EvidenceRow[]]> {
  if (offset === 0) {
    const [[summary], items] = await db.together(count, page);
    return [summary ?? nothing, items];
  }
  const [[summary]] = await db.together(count);
  if (!summary || summary.total <= offset) return [summary ?? nothing, []];
  const [items] = await db.together(page);
  return [summary, items];
}

const nothing: EvidenceSummaryRow = {
  total: 0,
  distinctParticipants: 0,
  themeIds: [],
  studyIds: [],
  evidenceIds: null,
};

/**
 * Makes an id safe to query: Postgres rejects NUL. No id contains it or its replacement, so either matches nothing.
 */
const askable = (id: string): string => id.replaceAll('\0', '\uFFFD');

function unresolved(requested: readonly string[], resolved: readonly string[]): string[] {
  const found = new Set(resolved);
  return [...new Set(requested)].filter((id) => !found.has(id));
}
