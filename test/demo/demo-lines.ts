import { demoTeam } from '../../demo/team.js';
import type { SnapshotLine } from '../../src/operations/snapshot/lines.js';

const DAY = 86_400_000;

export const now = new Date(Date.UTC(2027, 2, 3, 9, 30));
export const lines = demoTeam(now);

type Of<R extends SnapshotLine['resource']> = Extract<SnapshotLine, { resource: R }>;

export const all = <R extends SnapshotLine['resource']>(resource: R): Of<R>[] =>
  lines.filter((line): line is Of<R> => line.resource === resource);

const interviews = new Map(all('sourceItem').map((item) => [item.sourceItemId, item]));

export const interviewOf = (evidence: Of<'evidence'>): Of<'sourceItem'> =>
  interviews.get(evidence.sourceItemId)!;

export const ageInDays = (evidence: Of<'evidence'>): number =>
  (now.getTime() - interviewOf(evidence).capturedAt) / DAY;

/** Evidence above the quality bar (docs/reference.md). */
export const qualifying = all('evidence').filter((row) => {
  const { status, qualityScore } = interviewOf(row);
  return !row.withdrawn && status === 'analyzed' && (qualityScore ?? 1) >= 0.4;
});

export const people = (rows: Of<'evidence'>[]): number =>
  new Set(rows.map((row) => interviewOf(row).participantId)).size;

export const studies = (rows: Of<'evidence'>[]): number =>
  new Set(rows.map((row) => interviewOf(row).studyId)).size;

/** Quotes for and against a signal: for a theme that contradicts it, the kinds are swapped. */
export function sidesOf(signal: Of<'signal'>) {
  const rows = signal.themes.flatMap(({ themeId, relationship }) =>
    qualifying
      .filter((row) => row.themeId === themeId)
      .map((row) => ({
        row,
        supports: (row.kind === 'evidence') !== (relationship === 'contradicts'),
      })),
  );
  return {
    supporting: rows.filter(({ supports }) => supports).map(({ row }) => row),
    against: rows.filter(({ supports }) => !supports).map(({ row }) => row),
  };
}

/** A second, independent implementation of the rule in docs/reference.md. */
export function trajectoryOf(supporting: Of<'evidence'>[]): string {
  const ages = supporting.map(ageInDays);
  const recent = ages.filter((age) => age < 30).length;
  const earlier = ages.filter((age) => age >= 30 && age < 60).length;
  if (Math.max(...ages) <= 14) return 'new';
  if (recent >= 2 && recent >= 1.5 * earlier) return 'rising';
  if (earlier >= 2 && recent <= earlier / 2) return 'declining';
  return 'stable';
}
