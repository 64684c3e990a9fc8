import type { Context } from '../../core/context.js';
import { invalidRequest } from '../../core/errors.js';
import { MAX_WORK_ITEMS } from '../../core/numbers.js';
import type { SnapshotLine } from './lines.js';
import {
  type BrokenLine,
  crossedStudies,
  cyclicThemes,
  danglingReferences,
  separatedFromStudy,
  takenRefs,
  tooManyLinks,
  unknownTargets,
} from './queries/references.js';

/** A reference in a field of a line: the id of a resource, or a value that must be unique. */
export interface Reference {
  field: string;
  target: string;
  id: string;
}

/** Lines checked per statement, so that none takes long. */
const LINES_AT_ONCE = 1_000;

const refs = (field: string, target: string, ids: readonly (string | undefined)[]): Reference[] =>
  ids.flatMap((id) => (id === undefined ? [] : [{ field, target, id }]));

/** All references of a line except its work items. */
export function referencesOf(line: SnapshotLine): Reference[] {
  switch (line.resource) {
    case 'participant':
    case 'study':
      return [];
    case 'sourceItem':
      return [
        ...refs('studyId', 'study', [line.studyId]),
        ...refs('participantId', 'participant', [line.participantId]),
        ...refs('coveredTargetIds', 'learningTarget', line.coveredTargetIds ?? []),
      ];
    case 'theme':
      return [
        ...refs('studyId', 'study', [line.studyId]),
        ...refs('parentThemeId', 'theme', [line.parentThemeId]),
      ];
    case 'evidence':
      return [
        ...refs('themeId', 'theme', [line.themeId]),
        ...refs('sourceItemId', 'sourceItem', [line.sourceItemId]),
      ];
    case 'signal':
      return [
        ...refs(
          'themes.themeId',
          'theme',
          line.themes.map(({ themeId }) => themeId),
        ),
        ...refs('ref', 'ref', [line.ref?.slice('SIG-'.length)]),
      ];
    case 'recommendation':
      return refs('signalIds', 'signal', line.signalIds);
    case 'researchGap':
      return [
        ...refs('signalId', 'signal', [line.signalId]),
        ...refs('draftedStudyId', 'study', [line.draftedStudyId]),
      ];
    case 'codebookEntry':
      return refs(
        'rejected.sourceItemId',
        'sourceItem',
        (line.rejected ?? []).map(({ sourceItemId }) => sourceItemId),
      );
    case 'actionCard': {
      const named = line.refs ?? {};
      return [
        ...refs('refs.studyIds', 'study', named.studyIds ?? []),
        ...refs('refs.themeIds', 'theme', named.themeIds ?? []),
        ...refs('refs.sourceItemId', 'sourceItem', [named.sourceItemId]),
        ...refs('refs.signalId', 'signal', [named.signalId]),
        ...refs('refs.recommendationId', 'recommendation', [named.recommendationId]),
        ...refs('refs.participantId', 'participant', [named.participantId]),
      ];
    }
  }
}

const WORDS: Record<string, string> = { sourceItem: 'source item' };

/** Describes the expected content of the field. */
function expected({ field, target }: BrokenLine): string {
  switch (target) {
    case 'freeRef':
      return 'a ref that no other signal of the team has';
    case 'learningTarget':
      return "the targetId of one of its study's learning targets";
    case 'noCircle':
      return 'a theme that is not below this one';
    case 'restingQuotes':
      return 'the study of the stored quotes and themes that reference it';
    case 'sameStudy':
      return field === 'themeId'
        ? 'a theme of the same study as the source item'
        : 'a theme of the same study';
    default:
      return `the id of a ${WORDS[target] ?? target} in this file or in the team`;
  }
}

function refuse(broken: BrokenLine): never {
  const { lineNumber, field, target, id } = broken;
  if (target === 'links') {
    throw invalidRequest(
      `line ${lineNumber}: workItemLinks: expected at most ${MAX_WORK_ITEMS} links together with those the team has added`,
    );
  }
  const where =
    lineNumber === null
      ? `after this import, ${field} of what is stored would be broken: `
      : `line ${lineNumber}: ${field}: `;
  throw invalidRequest(`${where}expected ${expected(broken)}, got ${JSON.stringify(id)}`);
}

/** Checks a staged import. Throws `invalid_request` for the first line that conflicts with its file or the team. */
export async function checkReferences(
  ctx: Context,
  importId: string,
  lines: number,
): Promise<void> {
  for (let from = 1; from <= lines; from += LINES_AT_ONCE) {
    const to = from + LINES_AT_ONCE - 1;
    for (const statement of [danglingReferences, crossedStudies]) {
      const broken = await ctx.db.row(statement, importId, from, to);
      if (broken) refuse(broken);
    }
  }
  await checkUniqueness(ctx, importId);
}

/** The part of `checkReferences` whose result another import of the team may have changed in the meantime. */
export async function checkUniqueness(ctx: Context, importId: string): Promise<void> {
  const found = [
    await ctx.db.row(separatedFromStudy, importId),
    await ctx.db.row(cyclicThemes, importId),
    await ctx.db.row(takenRefs, importId),
    await ctx.db.row(tooManyLinks, importId, MAX_WORK_ITEMS),
    await ctx.db.row(unknownTargets, importId),
  ];
  for (const broken of found) if (broken) refuse(broken);
}
