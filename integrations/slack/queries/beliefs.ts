import {
  BELIEF_COLUMNS,
  type BeliefRow,
  type HistoryRow,
} from '../../../db/queries/card-material.js';
import { holdsWords } from '../../../db/queries/signals.js';
import { teamStatement } from '../../../db/statement.js';
import { strongestQuoteOfTheme, waitsForBelief } from '../../../src/analysis/queries/themes.js';
import { standsFor } from './options.js';

/** The kinds of beliefs that App Home lists, by menu value. */
const BELIEF_FILTERS = {
  open: 'not s.archived',
  undecided:
    'not s.archived and s.founded_by is not null and s.kept_at is null and not s.label_by_person',
  emerging: `not s.archived and s.stage = 'emerging'`,
  established: `not s.archived and s.stage = 'established'`,
  closed: 's.archived',
} as const;
export type BeliefFilter = keyof typeof BELIEF_FILTERS;

export interface ListedBelief extends BeliefRow {
  keptAt: Date | null;
}

const listed = (filter: BeliefFilter) =>
  teamStatement<ListedBelief, [limit: number, offset: number]>(
    `slack.beliefs.${filter}`,
    `select ${BELIEF_COLUMNS}, s.kept_at as "keptAt"
       from signals s
      where s.team_id = $1 and ${BELIEF_FILTERS[filter]}
      order by s.participant_count desc, s.last_updated_at desc, s.signal_id
      limit $2 offset $3`,
  );

/** The beliefs of each filter, most supported first: at most $2, after the first $3. */
export const beliefsListed = {
  open: listed('open'),
  undecided: listed('undecided'),
  emerging: listed('emerging'),
  established: listed('established'),
  closed: listed('closed'),
} satisfies Record<BeliefFilter, unknown>;

const counts = Object.entries(BELIEF_FILTERS).map(
  ([filter, condition]) => `count(*) filter (where ${condition})::int as ${filter}`,
);

export type BeliefCounts = Record<BeliefFilter, number> & { themes: number };

/** The number of beliefs per filter, and of themes that people could name. */
export const beliefCounts = teamStatement<BeliefCounts>(
  'slack.beliefCounts',
  `select ${counts.join(', ')},
          (select count(*)::int from themes t where ${waitsForBelief}) as themes
     from signals s where s.team_id = $1`,
);

export interface NamableTheme {
  themeId: string;
  label: string;
  studyName: string;
  people: number;
  quote: string | null;
}

/** Themes without a belief, most people first: at most $2, after the first $3. */
export const themesListed = teamStatement<NamableTheme, [limit: number, offset: number]>(
  'slack.themesListed',
  `select t.theme_id as "themeId", t.label, s.name as "studyName", t.participant_count as people,
          ${strongestQuoteOfTheme} as quote
     from themes t
     join studies s on s.team_id = $1 and s.study_id = t.study_id
    where ${waitsForBelief}
    order by t.participant_count desc, t.theme_id
    limit $2 offset $3`,
);

interface BeliefOption {
  signalId: string;
  refNumber: number;
  label: string;
}

/** Beliefs that hold the words $2, as the pages' search finds them: open ones first, except $3 and, if $4, closed ones; at most $5. */
export const beliefsToChoose = teamStatement<
  BeliefOption,
  [words: readonly string[], except: string, openOnly: boolean, limit: number]
>(
  'slackOptions.beliefs',
  `select s.signal_id as "signalId", s.ref_number as "refNumber", s.label from signals s
    where s.team_id = $1 and s.signal_id <> $3 and not (s.archived and $4) and ${holdsWords(2)}
    order by s.archived, s.participant_count desc, s.signal_id limit $5`,
);

/** The belief for a menu's value ($2). */
export const chosenBelief = teamStatement<BeliefOption, [value: string]>(
  'slackOptions.chosenBelief',
  `select signal_id as "signalId", ref_number as "refNumber", label from signals
    where team_id = $1 and ${standsFor('signal_id')} limit 1`,
);

/** The latest decision of a person about each of the beliefs $2, if any. */
export const decisionsOn = teamStatement<
  HistoryRow & { signalId: string },
  [signalIds: readonly string[]]
>(
  'slack.decisionsOn',
  `select distinct on (b.id) b.id as "signalId", h.at, h.action, h.actor_type as "actorType",
          h.actor_id as "actorId", h.actor_name as "actorName", h.note, h.detail
     from unnest($2::text[]) as b (id)
     join history h on h.team_id = $1
      and (h.subject_type = 'signal' and h.subject_id = b.id and h.action in ('state', 'keep', 'rename', 'merge', 'retire')
            and not h.detail ? 'isProposal'
        or h.subject_type = 'theme' and h.action = 'promote' and h.detail ->> 'signalId' = b.id)
    order by b.id, h.at desc, h.entry_id desc`,
);

/** People's decisions about belief $2 and the themes behind it, newest first. */
export const beliefHistory = teamStatement<HistoryRow, [signalId: string]>(
  'slack.beliefHistory',
  `select h.at, h.action, h.actor_type as "actorType", h.actor_id as "actorId",
          h.actor_name as "actorName", h.note, h.detail
     from history h
    where h.team_id = $1
      and (h.subject_type = 'signal' and h.subject_id = $2
        or h.subject_type = 'theme' and h.action = 'promote' and h.detail ->> 'signalId' = $2
        or h.subject_type = 'signal' and h.action in ('merge', 'split') and h.detail ->> 'into' = $2)
    order by h.at desc, h.entry_id desc limit 6`,
);
