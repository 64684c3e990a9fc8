import { type Sql, teamStatement } from '../../statement.js';

const upsert = <Args extends readonly unknown[] = [lines: string]>(name: string, sql: Sql<Args>) =>
  teamStatement<{ changed: string }, Args>(`snapshot.${name}`, sql);

/**
 * A line without `archived` keeps a signal archived only if an outcome archived it (docs/snapshots.md). A signal
 * without a ref gets a negative placeholder, in file order, which assignRefs replaces.
 */
export const writeSignals = upsert<[lines: string, now: Date]>(
  'signals',
  `with line as (
     select x.*, to_timestamp(x."firstSeen" / 1000.0) as first_seen, to_timestamp(x."archivedAt" / 1000.0) as given_archived_at,
            s.archived as was_archived, s.archive_reason as was_reason, s.archived_at as was_archived_at,
            s.archived_by_recommendation_id as was_by,
            coalesce(x.archived, coalesce(s.archived, false) and s.archived_by_recommendation_id is not null) as is_archived
       from jsonb_to_recordset($2::jsonb)
         as x("signalId" text, label text, description text, "refNumber" integer, placeholder integer,
              implication text, "firstSeen" bigint, archived boolean, "archiveReason" text, "archivedAt" bigint)
       left join signals s on s.team_id = $1 and s.signal_id = x."signalId")
   insert into signals as s (team_id, signal_id, ref_number, label, description, implication, stated_first_seen_at,
          archived, archive_reason, archived_at, archived_by_recommendation_id)
   select $1, "signalId", coalesce("refNumber", placeholder), label, description, implication, first_seen,
          is_archived,
          case when is_archived then coalesce("archiveReason", was_reason, 'retired') end,
          case when is_archived then coalesce(given_archived_at, was_archived_at, $3) end,
          case when is_archived and coalesce("archiveReason", was_reason) = 'validated' then was_by end
     from line
   on conflict (team_id, signal_id) do update set
     ref_number = case when excluded.ref_number > 0 then excluded.ref_number else s.ref_number end,
     label = excluded.label, description = excluded.description, implication = excluded.implication,
     stated_first_seen_at = excluded.stated_first_seen_at, archived = excluded.archived,
     archive_reason = excluded.archive_reason, archived_at = excluded.archived_at,
     archived_by_recommendation_id = excluded.archived_by_recommendation_id
   where (s.label, s.description, s.implication, s.stated_first_seen_at, s.archived, s.archive_reason,
          s.archived_at, s.archived_by_recommendation_id) is distinct from
         (excluded.label, excluded.description, excluded.implication, excluded.stated_first_seen_at, excluded.archived,
          excluded.archive_reason, excluded.archived_at, excluded.archived_by_recommendation_id)
      or (excluded.ref_number > 0 and excluded.ref_number <> s.ref_number)`,
);

export const dropSignalThemes = upsert(
  'dropSignalThemes',
  `delete from signal_themes st
    using jsonb_to_recordset($2::jsonb) as x("signalId" text, "themeIds" text[])
    where st.team_id = $1 and st.signal_id = x."signalId" and not st.theme_id = any (x."themeIds")`,
);

export const writeSignalThemes = upsert(
  'signalThemes',
  `insert into signal_themes as st (team_id, signal_id, theme_id, position, relationship, narrative, added_at)
   select $1, x."signalId", x."themeId", x.position, x.relationship, x.narrative, to_timestamp(x."addedAt" / 1000.0)
     from jsonb_to_recordset($2::jsonb)
       as x("signalId" text, "themeId" text, position integer, relationship text, narrative text, "addedAt" bigint)
   on conflict (team_id, signal_id, theme_id) do update set
     position = excluded.position, relationship = excluded.relationship, narrative = excluded.narrative,
     added_at = coalesce(excluded.added_at, st.added_at)
   where (st.position, st.relationship, st.narrative, st.added_at) is distinct from
         (excluded.position, excluded.relationship, excluded.narrative, coalesce(excluded.added_at, st.added_at))`,
);

/** Assigns the lowest free numbers, in the order of the file (docs/snapshots.md). */
export const assignRefs = upsert<[]>(
  'assignRefs',
  `with waiting as (
     select signal_id, row_number() over (order by ref_number desc) as place
       from signals where team_id = $1 and ref_number < 0),
   free as (
     select n, row_number() over (order by n) as place
       from generate_series(1, (select count(*)::int from signals where team_id = $1)) as n
      where not exists (select 1 from signals taken where taken.team_id = $1 and taken.ref_number = n))
   update signals s set ref_number = free.n
     from waiting join free using (place)
    where s.team_id = $1 and s.signal_id = waiting.signal_id`,
);

/**
 * A file does not name the recommendation that archived a signal: it is the latest validated one that cites the
 * signal.
 */
export const creditValidations = upsert<[]>(
  'creditValidations',
  `update signals s set archived_by_recommendation_id = (
       select r.recommendation_id from recommendation_signals rs
         join recommendations r on r.team_id = $1 and r.recommendation_id = rs.recommendation_id
        where rs.team_id = $1 and rs.signal_id = s.signal_id and r.state = 'archived' and r.published
        order by r.outcome_at desc, r.recommendation_id limit 1)
    where s.team_id = $1 and s.archived and s.archive_reason = 'validated'
      and s.archived_by_recommendation_id is null
      and exists (select 1 from recommendation_signals rs
         join recommendations r on r.team_id = $1 and r.recommendation_id = rs.recommendation_id
        where rs.team_id = $1 and rs.signal_id = s.signal_id and r.state = 'archived' and r.published)`,
);
