import { teamStatement } from '../../../../db/statement.js';

/**
 * An error in a line of import `$2`. If the line number is null, a conflict with stored data that would arise once
 * the import is applied.
 */
export interface BrokenLine {
  lineNumber: number | null;
  field: string;
  /** The kind of object that the field must name, or the rule that it breaks. */
  target: string;
  id: string;
}

/** Tables of the resources that a line may reference. */
const TABLES = {
  study: ['studies', 'study_id'],
  participant: ['participants', 'participant_id'],
  sourceItem: ['source_items', 'source_item_id'],
  theme: ['themes', 'theme_id'],
  signal: ['signals', 'signal_id'],
  recommendation: ['recommendations', 'recommendation_id'],
} as const;

const isStaged = (resource: string, id: string): string =>
  `exists (select from import_lines there
            where there.team_id = $1 and there.import_id = $2 and there.resource = ${resource} and there.resource_id = ${id})`;

const isStored = Object.entries(TABLES)
  .map(
    ([target, [table, key]]) =>
      `when '${target}' then exists (select from ${table} t where t.team_id = $1 and t.${key} = ref.id)`,
  )
  .join('\n');

/** The first line from `$3` to `$4` with a reference that exists neither in the file nor in the team. */
export const danglingReferences = teamStatement<
  BrokenLine,
  [importId: string, fromLine: number, toLine: number]
>(
  'references.dangling',
  `select l.line_number as "lineNumber", ref.field, ref.target, ref.id
     from import_lines l
    cross join lateral jsonb_to_recordset(l.refs) as ref(field text, target text, id text)
    where l.team_id = $1 and l.import_id = $2 and l.line_number between $3 and $4
      and ref.target = any ('{${Object.keys(TABLES)}}')
      and not ${isStaged('ref.target', 'ref.id')}
      and not case ref.target ${isStored} end
    order by l.line_number limit 1`,
);

/** The study of the theme or source item `id`: from the file, or else from stored data. */
const studyOf = (resource: 'theme' | 'sourceItem', id: string): string => {
  const [table, key] = TABLES[resource];
  return `coalesce(
    (select there.study_id from import_lines there
      where there.team_id = $1 and there.import_id = $2 and there.resource = '${resource}' and there.resource_id = ${id}
      order by there.line_number desc limit 1),
    (select t.study_id from ${table} t where t.team_id = $1 and t.${key} = ${id}))`;
};

const refOf = (target: string): string =>
  `(select ref ->> 'id' from jsonb_array_elements(l.refs) ref where ref ->> 'target' = '${target}' limit 1)`;

/** The first line from `$3` to `$4` whose theme or parent theme belongs to another study. */
export const crossedStudies = teamStatement<
  BrokenLine,
  [importId: string, fromLine: number, toLine: number]
>(
  'references.crossedStudies',
  `select * from (
     select l.line_number as "lineNumber", 'parentThemeId' as field, 'sameStudy' as target, ${refOf('theme')} as id
       from import_lines l
      where l.team_id = $1 and l.import_id = $2 and l.line_number between $3 and $4 and l.resource = 'theme'
        and ${refOf('theme')} is not null
        and ${studyOf('theme', refOf('theme'))} <> l.study_id
     union all
     select l.line_number, 'themeId', 'sameStudy', ${refOf('theme')}
       from import_lines l
      where l.team_id = $1 and l.import_id = $2 and l.line_number between $3 and $4 and l.resource = 'evidence'
        and ${studyOf('theme', refOf('theme'))} <> ${studyOf('sourceItem', refOf('sourceItem'))}
   ) crossed order by 1 limit 1`,
);

/**
 * Condition for a moved row that separates a stored quote, which names it in `column`, from the quote's study. Uses
 * that column's index.
 */
const parts = (resource: string, column: string): string =>
  `(moved.resource = '${resource}' and exists (
        select from evidence e
         where e.team_id = $1 and e.${column} = moved.resource_id
           and not ${isStaged("'evidence'", 'e.evidence_id')}
           and ${studyOf('theme', 'e.theme_id')} <> ${studyOf('sourceItem', 'e.source_item_id')}))`;

/** A stored quote or theme, not in the file, that a line would separate from its study. */
export const separatedFromStudy = teamStatement<BrokenLine, [importId: string]>(
  'references.partedFromStudy',
  `with moved as materialized (
     select l.line_number, l.resource, l.resource_id, l.study_id
       from import_lines l
       left join themes t on l.resource = 'theme' and t.team_id = $1 and t.theme_id = l.resource_id
       left join source_items i on l.resource = 'sourceItem' and i.team_id = $1 and i.source_item_id = l.resource_id
      where l.team_id = $1 and l.import_id = $2 and l.resource in ('theme', 'sourceItem')
        and coalesce(t.study_id, i.study_id) <> l.study_id)
   select moved.line_number as "lineNumber", 'studyId' as field, 'restingQuotes' as target, moved.study_id as id
     from moved
    where ${parts('theme', 'theme_id')}
       or ${parts('sourceItem', 'source_item_id')}
       or exists (
        select from themes t
         where t.team_id = $1 and moved.resource = 'theme' and t.parent_theme_id = moved.resource_id
           and not ${isStaged("'theme'", 't.theme_id')} and t.study_id <> moved.study_id)
    order by 1 limit 1`,
);

/** A theme in the file that is its own ancestor, through parents in the file or in the team. */
export const cyclicThemes = teamStatement<BrokenLine, [importId: string]>(
  'references.themesInCircle',
  `with recursive given as materialized (
     select l.resource_id as id, l.line_number, ${refOf('theme')} as parent
       from import_lines l where l.team_id = $1 and l.import_id = $2 and l.resource = 'theme'),
   up (theme_id, line_number, ancestor) as (
     select id, line_number, parent collate "C" from given where parent is not null
     union
     select up.theme_id, up.line_number, case when given.id is null then stored.parent_theme_id else given.parent end
       from up
       left join given on given.id = up.ancestor
       left join themes stored on stored.team_id = $1 and stored.theme_id = up.ancestor
      where up.ancestor <> up.theme_id)
   select line_number as "lineNumber", 'parentThemeId' as field, 'noCircle' as target, theme_id as id
     from up where ancestor = theme_id order by 1 limit 1`,
);

/** A ref that another signal in the file or in the team already has. */
export const takenRefs = teamStatement<BrokenLine, [importId: string]>(
  'references.takenRefs',
  `with given as materialized (
     select l.line_number, l.resource_id, ${refOf('ref')}::int as number
       from import_lines l
      where l.team_id = $1 and l.import_id = $2 and l.resource = 'signal' and ${refOf('ref')} is not null)
   select g.line_number as "lineNumber", 'ref' as field, 'freeRef' as target, 'SIG-' || g.number as id
     from given g
    where exists (select from given other where other.number = g.number and other.resource_id <> g.resource_id)
       or exists (select from signals s
                   where s.team_id = $1 and s.ref_number = g.number and s.signal_id <> g.resource_id
                     and not exists (select from given other where other.resource_id = s.signal_id))
    order by 1 limit 1`,
);

/** A recommendation that would have more than `$3` links, including those that people added. */
export const tooManyLinks = teamStatement<BrokenLine, [importId: string, most: number]>(
  'references.tooManyLinks',
  `with given as materialized (
     select l.resource_id, l.line_number, ref.id
       from import_lines l cross join lateral jsonb_to_recordset(l.refs) as ref(target text, id text)
      where l.team_id = $1 and l.import_id = $2 and l.resource = 'recommendation' and ref.target = 'workItem'),
   links as (
     select resource_id, line_number, id from given
     union all
     select w.recommendation_id, null, w.normalized_url from work_item_links w
      where w.team_id = $1 and w.recommendation_id in (select resource_id from given))
   select max(line_number) as "lineNumber", 'workItemLinks' as field, 'links' as target, resource_id as id
     from links group by resource_id having count(distinct id) > $3 order by 1 limit 1`,
);

const targetsOf = (study: string): string => `coalesce(
  (select there.line::jsonb -> 'learningTargets' from import_lines there
    where there.team_id = $1 and there.import_id = $2 and there.resource = 'study' and there.resource_id = ${study}
    order by there.line_number desc limit 1),
  case when ${isStaged("'study'", study)} then '[]'::jsonb end,
  (select s.learning_targets from studies s where s.team_id = $1 and s.study_id = ${study}))`;

/** A learning target that an interview (in the file or stored) touches but that its study does not have. */
export const unknownTargets = teamStatement<BrokenLine, [importId: string]>(
  'references.unknownTargets',
  `select * from (
     select l.line_number as "lineNumber", 'coveredTargetIds' as field, 'learningTarget' as target, ref.id
       from import_lines l cross join lateral jsonb_to_recordset(l.refs) as ref(target text, id text)
      where l.team_id = $1 and l.import_id = $2 and l.resource = 'sourceItem' and ref.target = 'learningTarget'
        and not ${targetsOf('l.study_id')} @> jsonb_build_array(jsonb_build_object('targetId', ref.id))
     union all
     select null, 'coveredTargetIds', 'learningTarget', ref.id
       from import_lines study
       join source_items i on i.team_id = $1 and i.study_id = study.resource_id
      cross join unnest(i.covered_target_ids) as ref(id)
      where study.team_id = $1 and study.import_id = $2 and study.resource = 'study'
        and not ${isStaged("'sourceItem'", 'i.source_item_id')}
        and not ${targetsOf('i.study_id')} @> jsonb_build_array(jsonb_build_object('targetId', ref.id))
   ) unknown order by 1 limit 1`,
);
