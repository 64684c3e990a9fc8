import { danglingArrayIds } from '../../db/queries/snapshot/references.js';
import type { Context } from '../context.js';
import type { SnapshotResource } from './lines.js';

/** A value in the file that leads nowhere, or to something that is taken. */
export interface BrokenReference {
  /** Undefined: any resource that has the field. */
  resource?: SnapshotResource;
  /** A path within the line; the value may sit in an array on the way. */
  field: string;
  value: string;
  expected: string;
}

const known = (what: string): string => `the id of a ${what} in this file or in the team`;

/** Each foreign key that a line can break: whose field it is and what it must name. */
const FOREIGN_KEYS: Record<string, Omit<BrokenReference, 'value'>> = {
  source_items_study_fkey: { resource: 'sourceItem', field: 'studyId', expected: known('study') },
  source_items_participant_fkey: {
    resource: 'sourceItem',
    field: 'participantId',
    expected: known('participant'),
  },
  themes_study_fkey: { resource: 'theme', field: 'studyId', expected: known('study') },
  themes_parent_fkey: { resource: 'theme', field: 'parentThemeId', expected: known('theme') },
  evidence_theme_fkey: { resource: 'evidence', field: 'themeId', expected: known('theme') },
  evidence_source_item_fkey: {
    resource: 'evidence',
    field: 'sourceItemId',
    expected: known('source item'),
  },
  signal_themes_theme_fkey: {
    resource: 'signal',
    field: 'themes.themeId',
    expected: known('theme'),
  },
  recommendation_signals_signal_fkey: {
    resource: 'recommendation',
    field: 'signalIds',
    expected: known('signal'),
  },
  research_gaps_signal_fkey: {
    resource: 'researchGap',
    field: 'signalId',
    expected: known('signal'),
  },
  research_gaps_study_fkey: {
    resource: 'researchGap',
    field: 'draftedStudyId',
    expected: known('study'),
  },
  action_cards_source_item_fkey: {
    resource: 'actionCard',
    field: 'refs.sourceItemId',
    expected: known('source item'),
  },
  action_cards_signal_fkey: {
    resource: 'actionCard',
    field: 'refs.signalId',
    expected: known('signal'),
  },
  action_cards_recommendation_fkey: {
    resource: 'actionCard',
    field: 'refs.recommendationId',
    expected: known('recommendation'),
  },
  action_cards_participant_fkey: {
    resource: 'actionCard',
    field: 'refs.participantId',
    expected: known('participant'),
  },
};

const ARRAYS: Record<string, Omit<BrokenReference, 'value' | 'field'>> = {
  'refs.studyIds': { resource: 'actionCard', expected: known('study') },
  'refs.themeIds': { resource: 'actionCard', expected: known('theme') },
  coveredTargetIds: {
    resource: 'sourceItem',
    expected: "the targetId of one of its study's learning targets",
  },
};

interface PostgresError {
  code?: string;
  constraint?: string;
  detail?: string;
}

function fromPostgres(error: PostgresError): BrokenReference | undefined {
  const value = /=\([^,]*, (.*)\) /.exec(error.detail ?? '')?.[1] ?? '';
  if (error.constraint === 'signals_ref_key') {
    const expected = 'a ref that no other signal of the team has';
    return { resource: 'signal', field: 'ref', value: `SIG-${value}`, expected };
  }
  const key = FOREIGN_KEYS[error.constraint ?? ''];
  return key && { ...key, value };
}

/** Checks every reference of the transaction's rows at once; the first that is broken, or undefined. */
export async function findBrokenReference(tx: Context): Promise<BrokenReference | undefined> {
  try {
    await tx.db.checkConstraints();
  } catch (error) {
    const driverError = (error as { driverError?: PostgresError }).driverError ?? error;
    const broken = fromPostgres(driverError as PostgresError);
    if (!broken) throw error;
    return broken;
  }
  const [dangling] = await tx.db.rows(danglingArrayIds);
  const array = dangling && ARRAYS[dangling.field];
  return array && { ...array, field: dangling.field, value: dangling.id };
}

/** Whether this parsed line is where the broken value stands. */
export function holds(line: unknown, { resource, field, value }: BrokenReference): boolean {
  if (resource && (line as { resource: string }).resource !== resource) return false;
  const values = field
    .split('.')
    .reduce<unknown[]>(
      (found, key) =>
        found.flatMap((item) => (item as Record<string, unknown> | undefined)?.[key] ?? []),
      [line],
    );
  return values.flat().includes(value);
}
