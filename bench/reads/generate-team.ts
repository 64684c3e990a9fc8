import { refreshFacts } from '../../src/beliefs/signals/refresh-facts.js';
import type { Context } from '../../src/core/context.js';
import { createKey } from '../../src/core/keys.js';
import type { BenchDatabase } from '../database.js';
import { type Shape, THEMES_PER_SIGNAL } from './shape.js';

export interface GeneratedTeam {
  key: string;
  /** Ids of resources from the middle of the team. */
  signalId: string;
  studyId: string;
  recommendationId: string;
}

/**
 * Fills a team with SQL, faster than an import could, and counts its facts. Numbers are spread by primes and
 * hashes, so a run can be repeated exactly.
 */
export async function generateTeam(
  database: Pick<BenchDatabase, 'dataSource' | 'createTeam'>,
  shape: Shape,
): Promise<GeneratedTeam> {
  const ctx = await database.createTeam();
  const parameters = [
    ctx.db.teamId,
    shape.quotes,
    shape.signals,
    shape.studies,
    shape.interviews,
    shape.participants,
    shape.signals * THEMES_PER_SIGNAL,
  ];
  const query = `with size (team_id, quotes, signals, studies, interviews, participants, themes) as
    (values ($1::text, $2::int, $3::int, $4::int, $5::int, $6::int, $7::int))`;
  for (const sql of inserts) await database.dataSource.query(`${query} ${sql}`, parameters);
  await database.dataSource.query('analyze');
  await ctx.db.transaction((db) => refreshFacts({ ...ctx, db }));
  await database.dataSource.query('vacuum analyze'); // what autovacuum would do within a minute
  const middle = Math.floor(shape.signals / 2);
  return {
    key: await keyOf(ctx),
    signalId: `sg-${middle}`,
    studyId: `st-${Math.floor(shape.studies / 2)}`,
    recommendationId: `rec-${Math.floor(middle / 2)}`,
  };
}

const keyOf = async (ctx: Context): Promise<string> =>
  (await createKey(ctx, { name: 'bench', scope: 'write' })).key;

/** The instant this many days ago; no two of `n` fall on the same second of a day. */
const ago = (days: string): string =>
  `now() - (${days}) * interval '1 day' - (n % 86400) * interval '1 second'`;

const words = `(array['the form','I','waited','honestly','they','on paper','nobody','said','the number',
  'again','my daughter','three weeks','it','saves','an hour','on Fridays','trust','the letter','you',
  'press send','hope','changed','the button','office','late','money','asked','twice','fine','until'])`;

/** A unique quote of 8 to 20 pieces. */
const sentence = `(select string_agg(${words}[1 + (n::bigint * 7919 + place * (n % 31 + 3)) % 30], ' ')
  from generate_series(1, 8 + n % 13) place) || ' ' || n`;

const inserts = [
  `insert into participants (team_id, participant_id, display_name, email)
   select team_id, 'p-' || n, 'Person ' || n, 'person' || n || '@example.com'
     from size, generate_series(0, participants - 1) n`,
  `insert into studies (team_id, study_id, name, status, created_at, objective, learning_targets, summary)
   select team_id, 'st-' || n, 'Study ' || n, 'active', ${ago('n % 700')}, 'Learn how people get by.',
          '[{"targetId":"lt-1","question":"What do they do first?","priority":"primary"},
            {"targetId":"lt-2","question":"Where do they stop?","priority":"secondary"}]',
          '{"narrative":"People manage, with detours.","confidence":"moderate","suggestedNextQuestions":[],"lastUpdated":1760000000000}'
     from size, generate_series(0, studies - 1) n`,
  `insert into source_items (team_id, source_item_id, study_id, participant_id, status, captured_at,
          quality_score, covered_target_ids)
   select team_id, 'si-' || n, 'st-' || n % studies, 'p-' || n % participants, 'analyzed',
          ${ago('(n::bigint * 7907) % 500')}, 0.6 + (n % 40) / 100.0, array['lt-' || 1 + n % 2]
     from size, generate_series(0, interviews - 1) n`,
  `insert into themes (team_id, theme_id, study_id, label, description, sentiment)
   select team_id, 'th-' || n, 'st-' || n % studies, 'Theme ' || n, 'What several people said.', 'mixed'
     from size, generate_series(0, themes - 1) n`,
  `insert into evidence (team_id, evidence_id, kind, quote, theme_id, source_item_id, time_in_call_secs,
          captured_at, strength, study_id, participant_id, qualifies)
   select size.team_id, 'ev-' || n, case when hashint4(n) % 6 = 0 then 'counterEvidence' else 'evidence' end,
          ${sentence}, 'th-' || n / 10 % studies + studies * (abs(hashint4(n)::bigint) / 6 % (themes / studies)), i.source_item_id, n % 10 * 60, i.captured_at,
          (n % 101) / 100.0, i.study_id, i.participant_id, true
     from size, generate_series(0, quotes - 1) n
     join source_items i on i.source_item_id = 'si-' || n / 10
    where i.team_id = $1`,
  `insert into signals (team_id, signal_id, ref_number, label, description, implication)
   select team_id, 'sg-' || n, n + 1, 'Belief ' || n, 'What the team believes after all these talks.',
          'Then this follows.'
     from size, generate_series(0, signals - 1) n`,
  `insert into signal_themes (team_id, signal_id, theme_id, position, relationship, narrative)
   select team_id, 'sg-' || n / ${THEMES_PER_SIGNAL}, 'th-' || n, n % ${THEMES_PER_SIGNAL},
          case when n % 10 = 0 then 'contradicts' else 'supports' end, 'Seen here too.'
     from size, generate_series(0, themes - 1) n`,
  `insert into recommendations (team_id, recommendation_id, title, body, confidence, action_items,
          evidence_snapshot, generated_at, updated_at)
   select team_id, 'rec-' || n, 'Do this ' || n, repeat('Because people said so. ', 12), 'moderate',
          '[{"action":"Change the form","priority":"high","supportingEvidence":"Many say so."}]',
          '{"totalSourceItems":12,"studyCount":2,"generatedFromEvidenceCount":40}',
          ${ago('n % 300')}, ${ago('n % 299')}
     from size, generate_series(0, greatest(1, signals / 2) - 1) n`,
  `insert into recommendation_signals (team_id, recommendation_id, signal_id, position)
   select team_id, 'rec-' || n / 2, 'sg-' || n, n % 2
     from size, generate_series(0, signals / 2 * 2 - 1) n`,
  `insert into work_item_links (team_id, recommendation_id, normalized_url, url, provider, linked_at)
   select team_id, 'rec-' || n, url, url, 'github', now()
     from size, generate_series(0, greatest(1, signals / 2) - 1) n,
          lateral (select 'https://github.com/acme/app/issues/' || n as url) link`,
  `insert into research_gaps (team_id, research_gap_id, signal_id, type, description, suggested_action, created_at)
   select team_id, 'gap-' || n, 'sg-' || n, 'missing_breadth', 'Only one study speaks of it.',
          'Ask people elsewhere.', ${ago('n % 200')}
     from size, generate_series(0, signals - 1, 2) n`,
  `insert into action_cards (team_id, action_card_id, type, summary, priority, urgency, created_at,
          study_ids, signal_id, participant_id, snoozed_until, resolved_at, resolution)
   select team_id, 'card-' || n, 'cross_study_signal', 'Several studies say it now.', 1 + n % 10,
          (n % 100) / 100.0, ${ago('n % 100')}, array['st-' || n % studies], 'sg-' || n, 'p-' || n % participants,
          case when n % 17 = 0 then now() + interval '20 days' end,
          case when n % 3 = 0 then now() end, case when n % 3 = 0 then 'followed' end
     from size, generate_series(0, signals - 1) n`,
];
