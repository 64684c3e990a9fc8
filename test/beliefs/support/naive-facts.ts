import type { Evidence } from '../../../db/entities/evidence.js';
import type { SourceItem } from '../../../db/entities/source-item.js';
import { days } from '../../../src/core/numbers.js';
import type { Corpus } from './corpus.js';

/** A quote with what it takes from its interview. */
type Row = {
  kind: string;
  themeId: string;
  itemId: string;
  studyId: string;
  personId: string;
  at: number | null;
};

const distinct = <T>(rows: readonly T[], of: (row: T) => unknown): number =>
  new Set(rows.map(of)).size;
const times = (rows: readonly Row[]): number[] =>
  rows.map(({ at }) => at).filter((at) => at !== null);

/** The rules of docs/reference.md over every row: slow and simple on purpose. */
function naiveTrajectory(rows: readonly Row[], now: number): string {
  const ages = times(rows).map((at) => now - at);
  if (ages.length > 0 && Math.max(...ages) <= days(14)) return 'new';
  const recent = ages.filter((age) => age <= days(30)).length;
  const earlier = ages.filter((age) => age > days(30) && age <= days(60)).length;
  if (recent >= 2 && recent >= 1.5 * earlier) return 'rising';
  if (earlier >= 2 && recent <= earlier / 2) return 'declining';
  return 'stable';
}

export function qualifyingRows(corpus: Corpus): Row[] {
  const items = new Map((corpus.sourceItems ?? []).map((item) => [item.sourceItemId, item]));
  return (corpus.evidence ?? []).flatMap(
    (quote: Partial<Evidence> & { themeId: string; kind: string; sourceItemId: string }) => {
      const item: Partial<SourceItem> | undefined = items.get(quote.sourceItemId);
      if (!item?.capturedAt || item.status !== 'analyzed' || quote.withdrawn) return [];
      if (typeof item.qualityScore === 'number' && item.qualityScore < 0.4) return [];
      const at = quote.capturedAtInherited === false ? (quote.capturedAt ?? null) : item.capturedAt;
      return [
        {
          kind: quote.kind,
          themeId: quote.themeId,
          itemId: quote.sourceItemId,
          studyId: item.studyId as string,
          personId: item.participantId as string,
          at: at?.getTime() ?? null,
        },
      ];
    },
  );
}

export function naiveTheme(corpus: Corpus, themeId: string, now: Date) {
  const rows = qualifyingRows(corpus).filter((row) => row.themeId === themeId);
  const supporting = rows.filter(({ kind }) => kind === 'evidence');
  const against = rows.filter(({ kind }) => kind === 'counterEvidence');
  return {
    participantCount: distinct(supporting, (row) => row.personId),
    evidenceCount: supporting.length,
    firstCapturedAt: times(rows).length > 0 ? new Date(Math.min(...times(rows))) : null,
    counterParticipantCount: distinct(against, (row) => row.personId),
    counterEvidenceCount: against.length,
    trajectory: naiveTrajectory(supporting, now.getTime()),
    firstSourceItemId: firstHeard(rows)?.itemId ?? null,
  };
}

/** The row said first; one without a date after all others, and of equals the first by id. */
const firstHeard = (rows: readonly Row[]): Row | undefined =>
  rows.toSorted(
    (a, b) =>
      (a.at ?? Number.POSITIVE_INFINITY) - (b.at ?? Number.POSITIVE_INFINITY) ||
      (a.itemId < b.itemId ? -1 : 1),
  )[0];

/** Supporting quotes of a signal in each of the last twelve months in UTC, the oldest first. */
export function naiveMonths(corpus: Corpus, signalId: string, now: Date): number[] {
  const monthsAgo = (at: number): number => {
    const then = new Date(at);
    const years = now.getUTCFullYear() - then.getUTCFullYear();
    return years * 12 + now.getUTCMonth() - then.getUTCMonth();
  };
  const months = Array.from({ length: 12 }, () => 0);
  for (const at of times(rowsOfSignal(corpus, signalId).supporting)) {
    const ago = monthsAgo(at);
    if (ago < 12) months[11 - ago] = (months[11 - ago] as number) + 1;
  }
  return months;
}

function rowsOfSignal(corpus: Corpus, signalId: string) {
  const links = (corpus.links ?? []).filter((row) => row.signalId === signalId);
  const all = qualifyingRows(corpus);
  const supporting: Row[] = [];
  const against: Row[] = [];
  for (const row of all) {
    const link = links.find(({ themeId }) => themeId === row.themeId);
    if (!link) continue;
    const speaksFor =
      link.relationship === ('contradicts' as string)
        ? row.kind !== 'evidence'
        : row.kind === 'evidence';
    (speaksFor ? supporting : against).push(row);
  }
  return { links, all, supporting, against };
}

export function naiveSignal(corpus: Corpus, signalId: string, now: Date) {
  const signal = corpus.signals?.find((row) => row.signalId === signalId);
  const { links, all, supporting, against } = rowsOfSignal(corpus, signalId);
  const captures = times([...supporting, ...against]);
  const dated = links.map(({ addedAt }) => addedAt?.getTime()).filter((at) => at !== undefined);
  const firstSeen =
    captures.length > 0
      ? Math.min(...captures)
      : (signal?.statedFirstSeenAt?.getTime() ??
        (dated.length > 0 ? Math.min(...dated) : (signal?.createdAt.getTime() as number)));
  const linkTimes = links.map(({ addedAt, themeId }) => {
    const ofTheme = times(all.filter((row) => row.themeId === themeId));
    return addedAt?.getTime() ?? (ofTheme.length > 0 ? Math.min(...ofTheme) : firstSeen);
  });
  const changes = [
    ...captures,
    ...linkTimes,
    ...(signal?.archivedAt ? [signal.archivedAt.getTime()] : []),
  ];
  const people = distinct(supporting, (row) => row.personId);
  const studies = distinct(supporting, (row) => row.studyId);
  return {
    participantCount: people,
    studyCount: studies,
    sourceItemCount: distinct(supporting, (row) => row.itemId),
    quoteCount: supporting.length,
    counterParticipantCount: distinct(against, (row) => row.personId),
    counterEvidenceCount: against.length,
    stage: people >= 5 && studies >= 2 ? 'established' : 'emerging',
    trajectory: naiveTrajectory(supporting, now.getTime()),
    firstSeenAt: new Date(firstSeen),
    latestCapturedAt:
      times(supporting).length > 0 ? new Date(Math.max(...times(supporting))) : null,
    lastUpdatedAt: new Date(changes.length > 0 ? Math.max(...changes) : firstSeen),
  };
}
