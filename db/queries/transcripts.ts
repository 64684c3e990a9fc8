import { teamStatement } from '../statement.js';

/** Transcripts of source items ($2), except those without one and those taken from a group talk. */
export const transcriptsOf = teamStatement<
  {
    sourceItemId: string;
    transcript: readonly { text: string }[];
  },
  [sourceItemIds: readonly string[]]
>(
  'search.transcripts',
  `select source_item_id as "sourceItemId", transcript from source_items
   where team_id = $1 and source_item_id = any ($2) and talk_id is null and jsonb_typeof(transcript) = 'array'`,
);

/** The group talks that source items ($2) were taken from, with the positions of their turns in the talk. */
export const talksOf = teamStatement<
  { sourceItemId: string; talkId: string; turns: number[] },
  [sourceItemIds: readonly string[]]
>(
  'search.talks',
  `select source_item_id as "sourceItemId", talk_id as "talkId", talk_turns as turns from source_items
   where team_id = $1 and source_item_id = any ($2) and talk_id is not null`,
);

/** Every source item taken from the same group talk as one of the source items `$2`, including these. */
export const itemsOfSameTalks = teamStatement<
  { sourceItemId: string },
  [sourceItemIds: readonly string[]]
>(
  'search.items-of-same-talks',
  `select source_item_id as "sourceItemId" from source_items
   where team_id = $1 and talk_id in (
     select talk_id from source_items where team_id = $1 and source_item_id = any ($2) and talk_id is not null)`,
);

/** The turns of group talks ($2), each once even if several source items hold it. */
export const turnsOfTalks = teamStatement<
  { talkId: string; number: number; text: string },
  [talkIds: readonly string[]]
>(
  'search.turns-of-talks',
  `select distinct on (i.talk_id, said.number) i.talk_id as "talkId", said.number, said.turn ->> 'text' as text
   from source_items i,
     rows from (unnest(i.talk_turns), jsonb_array_elements(i.transcript)) as said (number, turn)
   where i.team_id = $1 and i.talk_id = any ($2) and jsonb_typeof(i.transcript) = 'array'
     and said.number is not null and said.turn is not null
   order by i.talk_id, said.number, i.source_item_id`,
);

/** The source items `$2` that have a transcript, with a version of the transcript that changes with its content. */
const versions = `
  with items as materialized (
    select source_item_id, talk_id, transcript from source_items
    where team_id = $1 and source_item_id = any ($2) and jsonb_typeof(transcript) = 'array'
  ), talks as (
    select i.talk_id,
      md5(string_agg(concat_ws(' ', i.source_item_id, i.talk_turns, md5(i.transcript::text)), ',' order by i.source_item_id))
        as version
    from source_items i
    where i.team_id = $1 and i.talk_id in (select talk_id from items)
    group by i.talk_id
  ), versions as (
    select i.source_item_id, i.talk_id, coalesce(t.version, md5(i.transcript::text)) as version
    from items i left join talks t on t.talk_id = i.talk_id
  )`;

interface TalkVersion {
  sourceItemId: string;
  /** The group talk that the source item was taken from. */
  talkId: string | null;
  version: string;
}

/** Transcript versions of source items ($2) that have a transcript. */
export const transcriptVersions = teamStatement<TalkVersion, [sourceItemIds: readonly string[]]>(
  'search.transcript-versions',
  `${versions}
   select source_item_id as "sourceItemId", talk_id as "talkId", version from versions`,
);

export interface QuotedItem extends TalkVersion {
  quotes: string[];
}

/** The quotes of source items ($2) that have a transcript, with the version of the transcript. */
export const quotesToPlace = teamStatement<QuotedItem, [sourceItemIds: readonly string[]]>(
  'search.quotes-to-place',
  `${versions}
   select i.source_item_id as "sourceItemId", i.talk_id as "talkId", i.version,
     array(select q.quote from extracted_quotes q
           where q.team_id = $1 and q.source_item_id = i.source_item_id and not q.dropped
           union
           select e.quote from evidence e
           where e.team_id = $1 and e.source_item_id = i.source_item_id and e.qualifies) as quotes
   from versions i`,
);
