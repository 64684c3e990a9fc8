import { type Statement, teamStatement } from '../../../db/statement.js';

/** Columns that may contain participants' words other than as a quote, by table. */
export const TEXTS = {
  themes: ['label', 'description'],
  signals: ['label', 'description', 'implication', 'questions'],
  signal_themes: ['narrative'],
  extracted_quotes: ['claim'],
  model_answers: ['answer'],
  studies: ['name', 'objective', 'open_questions', 'learning_targets', 'summary', 'speaker_roles'],
  evidence: ['note'],
  codebook_entries: ['definition'],
  rejected_quotes: ['quote'],
  source_items: ['failure'],
  source_files: ['file_name', 'failure', 'options'],
  recommendations: [
    'title',
    'body',
    'confidence_rationale',
    'counter_evidence_note',
    'action_items',
    'decision_note',
    'outcome_note',
  ],
  research_gaps: ['description', 'suggested_action'],
  action_cards: ['summary', 'quote'],
  card_notes: ['note'],
  history: ['note', 'detail'],
  jobs: ['payload', 'last_error'],
  work_item_links: ['title'],
  work_item_states: ['title'],
  work_item_comments: ['markdown', 'failure'],
  issue_questions: ['question'],
  tracker_pushes: ['title', 'request', 'failure', 'status'],
  handovers: ['failure'],
  tracker_objects: ['failure'],
  slack_answers: ['question', 'message', 'answer', 'citations'],
  slack_feedback: ['question', 'reason'],
  slack_drafts: ['content'],
  slack_homes: ['page'],
  slack_digests: ['state', 'message'],
} as const satisfies Record<string, readonly string[]>;

export type TextTable = keyof typeof TEXTS;

/** One row's texts by column, with its address (`ctid`) until it is written. */
export interface TextRow {
  place: string;
  texts: Record<string, unknown>;
}

const pairs = (table: TextTable): string =>
  TEXTS[table].map((name) => `'${name}', t.${name}`).join(', ');

const eachTable = <S>(statementOf: (table: TextTable) => S): Record<TextTable, S> =>
  Object.fromEntries(
    (Object.keys(TEXTS) as TextTable[]).map((table) => [table, statementOf(table)]),
  ) as Record<TextTable, S>;

/** Locks a table's rows that have any texts until the transaction ends, and returns their addresses. */
export const lockTexts = eachTable((table) =>
  teamStatement<{ places: string[] }>(
    `texts.lock.${table}`,
    `select coalesce(array_agg(locked.place), '{}') as places
       from (select t.ctid::text as place from ${table} t
              where t.team_id = $1 and num_nonnulls(${TEXTS[table].map((name) => `t.${name}`).join(', ')}) > 0
                for update) as locked`,
  ),
);

/** The texts of the rows at these addresses. */
export const readTexts = eachTable((table) =>
  teamStatement<TextRow, [places: readonly string[]]>(
    `texts.read.${table}`,
    `select t.ctid::text as place, jsonb_build_object(${pairs(table)}) as texts
       from ${table} t
      where t.team_id = $1 and t.ctid = any ($2::tid[])`,
  ),
);

type WriteArgs = [place: string, texts: string];

/** Tables of posted messages: a new version is shown once the message is redrawn. */
const POSTED: ReadonlySet<string> = new Set(['slack_answers', 'slack_digests']);

/** `$2`: the row's address, `$3`: its texts by column. */
export const writeTexts = Object.fromEntries(
  (Object.keys(TEXTS) as TextTable[])
    .filter((table) => table !== 'history')
    .map((table) => [
      table,
      teamStatement<never, WriteArgs>(
        `texts.write.${table}`,
        `update ${table} t set ${TEXTS[table].map((name) => `${name} = x.${name}`).join(', ')}${
          POSTED.has(table) ? ', version = t.version + 1' : ''
        }
           from jsonb_populate_record(null::${table}, $3::jsonb) x
          where t.team_id = $1 and t.ctid = $2::tid`,
      ),
    ]),
) as Record<Exclude<TextTable, 'history'>, Statement<never, WriteArgs>>;

/** History is append-only: an entry with erased text is replaced under its number. */
export const replaceHistory = teamStatement<never, WriteArgs>(
  'texts.replaceHistory',
  `with old as (
     delete from history where team_id = $1 and ctid = $2::tid returning *)
   insert into history overriding system value
   select old.team_id, old.entry_id, old.at, old.action, old.subject_type, old.subject_id, old.actor_type,
          old.actor_id, old.actor_name, x.note, x.detail
     from old, jsonb_to_record($3::jsonb) as x(note text, detail jsonb)`,
);
