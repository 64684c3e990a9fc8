import type { EvidenceKind } from '../entities/evidence.js';
import { type Placeholders, teamStatement } from '../statement.js';
import { pageOfMost, statementVariants } from './keyset.js';

/**
 * One quote with its attribution. `kind` is the row's own or, when reading one signal, the kind for that signal.
 */
export interface EvidenceRow {
  evidenceId: string;
  kind: EvidenceKind;
  quote: string;
  note: string | null;
  themeId: string;
  themeLabel: string;
  studyId: string;
  studyName: string;
  sourceItemId: string;
  participantId: string;
  participantName: string;
  timeInCallSecs: number | null;
  capturedAt: Date | null;
  /** Strength with which the quote expresses it, 0 to 1. */
  strength: number;
  prompted: boolean;
}

/** Columns of EvidenceRow over `evidenceFrom`; `kind` is any SQL expression of the kind to show. */
export const evidenceColumns = (kind = 'e.kind'): string => `
  e.evidence_id as "evidenceId", ${kind} as kind, e.quote, e.note,
  e.theme_id as "themeId", t.label as "themeLabel", e.study_id as "studyId", s.name as "studyName",
  e.source_item_id as "sourceItemId", e.participant_id as "participantId",
  p.display_name as "participantName", e.time_in_call_secs as "timeInCallSecs",
  e.captured_at as "capturedAt", e.strength, e.prompted`;

/**
 * Joins the columns of EvidenceRow to evidence rows aliased `e`. `offset 0` forces one lookup per quote of a page.
 * If a limit is a parameter, the planner expects many rows and would read every participant of the team.
 */
export const evidenceNames = `
  cross join lateral (select label from themes
    where team_id = e.team_id and theme_id = e.theme_id offset 0) t
  cross join lateral (select name from studies
    where team_id = e.team_id and study_id = e.study_id offset 0) s
  cross join lateral (select display_name from participants
    where team_id = e.team_id and participant_id = e.participant_id offset 0) p`;

/** Strongest first: strength, then newest, then id (docs/reference.md, Signals). */
export const strongestFirst = 'e.strength desc, e.captured_at desc nulls last, e.evidence_id';

/** The kind a quote has for a signal linked as `link`: under `contradicts` the two are swapped. */
export const kindForSignal = `case when link.relationship <> 'contradicts' then e.kind
  when e.kind = 'evidence' then 'counterEvidence' else 'evidence' end`;

/** The scopes of a read: a union within each scope, and the intersection of all scopes. */
export interface EvidenceScope {
  signal: boolean;
  themes: boolean;
  study: boolean;
  sourceItems: boolean;
  ids: boolean;
  /** Includes counter-evidence. */
  bothKinds: boolean;
}

export interface EvidenceScopeValues {
  signalId: string | null;
  themeIds: string[] | null;
  studyId: string | null;
  sourceItemIds: string[] | null;
  evidenceIds: string[] | null;
}

type ScopePlaceholders = Placeholders<EvidenceScopeValues>;

/** The conditions for the parts that a scope has; values of the other parts are not bound. */
const scopeConditions: Record<
  Exclude<keyof EvidenceScope, 'bothKinds'>,
  ($: ScopePlaceholders) => string
> = {
  signal: ($) => `link.signal_id = ${$.signalId}`,
  themes: ($) => `e.theme_id = any (${$.themeIds}::text[])`,
  study: ($) => `e.study_id = ${$.studyId}`,
  sourceItems: ($) => `e.source_item_id = any (${$.sourceItemIds}::text[])`,
  ids: ($) => `e.evidence_id = any (${$.evidenceIds}::text[])`,
};

const evidenceInScope = (scope: EvidenceScope, $: ScopePlaceholders): string => {
  const link = scope.signal
    ? 'join signal_themes link on link.team_id = e.team_id and link.theme_id = e.theme_id'
    : '';
  const parts = Object.keys(scopeConditions) as (keyof typeof scopeConditions)[];
  const conditions = parts.filter((part) => scope[part]).map((part) => scopeConditions[part]($));
  if (!scope.bothKinds) {
    conditions.push(
      scope.signal
        ? `e.kind = case link.relationship when 'contradicts' then 'counterEvidence' else 'evidence' end`
        : `e.kind = 'evidence'`,
    );
  }
  return `from evidence e ${link} where ${['e.team_id = $1', 'e.qualifies', ...conditions].join(' and ')}`;
};

const variantName = (scope: EvidenceScope): string =>
  Object.entries(scope)
    .filter(([, used]) => used)
    .map(([name]) => name)
    .join('-');

export interface EvidenceSummaryRow {
  total: number;
  distinctParticipants: number;
  themeIds: string[];
  studyIds: string[];
  /** The evidence ids, ascending; set only if the scope lists ids (at most 50). */
  evidenceIds: string[] | null;
}

/** Counts over every qualifying row of a scope, not only those of a page. */
export const evidenceSummary = statementVariants<
  EvidenceSummaryRow,
  EvidenceScope,
  EvidenceScopeValues
>((scope) =>
  teamStatement(
    `evidence.summary.${variantName(scope)}`,
    ($) => `with basis as materialized (
       select e.theme_id, e.study_id, e.participant_id, count(*) as quotes
              ${scope.ids ? ', array_agg(e.evidence_id) as ids' : ''}
         ${evidenceInScope(scope, $)}
        group by e.theme_id, e.study_id, e.participant_id)
     select coalesce(sum(quotes), 0)::int as total,
            count(distinct participant_id)::int as "distinctParticipants",
            coalesce(array_agg(distinct theme_id), '{}') as "themeIds",
            coalesce(array_agg(distinct study_id), '{}') as "studyIds",
            ${scope.ids ? `(select coalesce(array_agg(id), '{}') from basis, unnest(ids) as id)` : 'null'} as "evidenceIds"
       from basis`,
  ),
);

/** The columns to order by. All are in the indexes, so only the rows of the page itself are fetched. */
const ordered = (shownKind: string): string =>
  `select e.evidence_id, e.strength, e.captured_at, ${shownKind} as shown_kind`;

/** A packet holds 100 quotes at most (docs/api.md). */
const MOST_QUOTES = 100;

/** `first` is true for a scope's first page; later pages skip rows by an offset. */
type PageOfScope = EvidenceScope & { first: boolean };

interface PageArgs extends EvidenceScopeValues {
  /** Maximum number of rows. */
  limit: number;
  /** Rows to skip; not bound on the first page. */
  offset: number;
}
type PagePlaceholders = Placeholders<PageArgs>;

/** Limits ordered rows to those up to the end of the page. */
const topOf = (ordered: string, first: boolean, $: PagePlaceholders): string =>
  first
    ? pageOfMost(ordered, $.limit, MOST_QUOTES)
    : `${ordered} limit ${$.limit}::int + ${$.offset}::int`;

/** The first rows of each kind; each half is one index scan. */
const bothKindsInTurn = (scope: PageOfScope, $: PagePlaceholders): string =>
  ['evidence', 'counterEvidence']
    .map((kind) => {
      const ofKind = `${ordered('e.kind')} ${evidenceInScope(scope, $)} and e.kind = '${kind}'
                       order by ${strongestFirst}`;
      return `(${topOf(ofKind, scope.first, $)})`;
    })
    .join(' union all ');

/** The first rows of each theme of a signal and each kind; one index scan per theme and kind. */
const themesInTurn = ({ bothKinds, first }: PageOfScope, $: PagePlaceholders): string => {
  const ofTheme = `${ordered('side.kind')} from evidence e
      where e.team_id = $1 and e.theme_id = link.theme_id and e.qualifies
        and e.kind = case when link.relationship <> 'contradicts' then side.kind
                          when side.kind = 'evidence' then 'counterEvidence' else 'evidence' end
      order by ${strongestFirst}`;
  return `
  select e.* from signal_themes link
   cross join (values ('evidence')${bothKinds ? ", ('counterEvidence')" : ''}) as side (kind)
   cross join lateral (${topOf(ofTheme, first, $)}) e
   where link.team_id = $1 and link.signal_id = ${$.signalId}`;
};

const onlySignal = ({ signal, themes, study, sourceItems, ids }: EvidenceScope): boolean =>
  signal && !themes && !study && !sourceItems && !ids;

const rowsInScope = (scope: PageOfScope, $: PagePlaceholders): string => {
  if (onlySignal(scope)) return themesInTurn(scope, $);
  return scope.bothKinds && !scope.signal && !scope.ids
    ? `select e.* from (${bothKindsInTurn(scope, $)}) e`
    : `${ordered(scope.signal ? kindForSignal : 'e.kind')} ${evidenceInScope(scope, $)}`;
};

/** Strongest first. */
export const evidencePage = statementVariants<EvidenceRow, PageOfScope, PageArgs>((scope) =>
  teamStatement(`quotes.${variantName(scope)}`, ($) => {
    const rows = `${rowsInScope(scope, $)} order by ${strongestFirst}`;
    const page = scope.first
      ? pageOfMost(rows, $.limit, MOST_QUOTES)
      : `${rows} limit ${$.limit}::int offset ${$.offset}::int`;
    return `
      with page as (${page})
      select ${evidenceColumns('page.shown_kind')}
        from page join evidence e on e.team_id = $1 and e.evidence_id = page.evidence_id
        ${evidenceNames}
       order by ${strongestFirst}`;
  }),
);

/** The `$3` strongest supporting and `$4` strongest opposing quotes of signal `$2`. */
export const signalTaster = teamStatement<
  EvidenceRow,
  [signalId: string, supporting: number, opposing: number]
>(
  'evidence.signalTaster',
  `with taster as (
     select e.*, side.kind as shown_kind,
            row_number() over (partition by side.kind order by ${strongestFirst}) as place, side.size
       from signal_themes link
      cross join (values ('evidence', $3::int), ('counterEvidence', $4::int)) as side (kind, size)
      cross join lateral (
        select e.* from evidence e
         where e.team_id = $1 and e.theme_id = link.theme_id and e.qualifies
           and e.kind = case when link.relationship <> 'contradicts' then side.kind
                             when side.kind = 'evidence' then 'counterEvidence' else 'evidence' end
         order by ${strongestFirst} limit side.size) e
      where link.team_id = $1 and link.signal_id = $2)
   select ${evidenceColumns('e.shown_kind')} from taster e ${evidenceNames}
    where e.place <= e.size
    order by e.shown_kind desc, ${strongestFirst}`,
);
