import { teamStatement } from '../../../../db/statement.js';

/** Stores entries from lines in JSON, at `$3`; a line without a definition that retires nothing changes none. */
export const writeCodebookEntries = teamStatement<{ changed: string }, [lines: string, now: Date]>(
  'snapshot.codebookEntries',
  `insert into codebook_entries as c (team_id, entry_id, definition, retired, updated_at)
   select $1, x."codebookEntryId", x.definition || jsonb_build_object('id', x."codebookEntryId"),
          coalesce(x.retired, false), $3
     from jsonb_to_recordset($2::jsonb) as x("codebookEntryId" text, definition jsonb, retired boolean)
    where x.definition is not null or x.retired
   on conflict (team_id, entry_id) do update set
     definition = excluded.definition, retired = excluded.retired, updated_at = excluded.updated_at
   where (c.definition, c.retired) is distinct from (excluded.definition, excluded.retired)`,
);

/** Adds the rejected quotes of such lines; those that people rejected since stay. */
export const writeRejectedQuotes = teamStatement<{ changed: string }, [lines: string]>(
  'snapshot.rejectedQuotes',
  `insert into rejected_quotes (team_id, entry_id, quote_id, signal_id, source_item_id, quote, rejected_at)
   select $1, x."codebookEntryId", r."evidenceId", r."signalId", r."sourceItemId", r.quote,
          to_timestamp(r."rejectedAt" / 1000.0)
     from jsonb_to_recordset($2::jsonb) as x("codebookEntryId" text, rejected jsonb)
    cross join lateral jsonb_to_recordset(coalesce(x.rejected, '[]'))
       as r("evidenceId" text, "signalId" text, "sourceItemId" text, quote text, "rejectedAt" bigint)
   on conflict (team_id, entry_id, quote_id) do nothing`,
);
