import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { BenchDatabase } from '../database.js';
import { ingest } from '../ingest/ingest-command.js';
import type { Report } from '../report.js';
import { ratings } from './ratings.js';

interface Counted {
  label: string;
  people: number;
  against: number;
  quotes: number;
}

/**
 * The beliefs that a model finds in the study in the folder `BELIEFS_MODEL_STUDY`, named in its `study.json`.
 * `BELIEFS_MODEL_URL` is the base URL of an OpenAI-compatible endpoint, usually one that replays a recorded run.
 * Neither the interviews nor the answers are part of this repository. Without these two variables, there is no
 * table.
 */
export async function withModel(database: BenchDatabase): Promise<Report['tables']> {
  const { BELIEFS_MODEL_URL: url, BELIEFS_MODEL_STUDY: folder } = process.env;
  if (!url || !folder) return [];
  const { teamId } = (await database.createTeam()).db;
  const model = { LLM_PROVIDER: 'openai-compatible', LLM_MODEL: 'by-hand', LLM_API_KEY: 'none' };
  const { name } = JSON.parse(readFileSync(join(folder, 'study.json'), 'utf8')) as { name: string };
  await ingest(database, folder, teamId, { study: name, env: { ...model, LLM_BASE_URL: url } });
  const query = <T>(sql: string): Promise<T[]> => database.dataSource.query<T[]>(sql, [teamId]);
  const beliefs = await query<Counted>(
    `select label, participant_count as people, counter_participant_count as against, quote_count as quotes
       from signals where team_id = $1 order by participant_count desc, label`,
  );
  const [tokens] = await query<{ in: string; out: string; calls: string }>(
    `select sum(input_tokens) as in, sum(output_tokens) as out, sum(calls) as calls from model_days where team_id = $1`,
  );
  const [verbatim] = await query<{ quotes: number; verbatim: number }>(
    `select count(*)::int as quotes,
            count(*) filter (where exists (
              select from jsonb_array_elements(i.transcript) as turn
               where position(e.quote in turn ->> 'text') > 0))::int as verbatim
       from evidence e join source_items i on i.team_id = $1 and i.source_item_id = e.source_item_id
      where e.team_id = $1`,
  );
  const study = `${basename(folder)}, with a model`;
  const rated = ratings(beliefs.map((belief) => ({ study, ...belief })));
  return [
    {
      title: 'With a model: every label',
      rows: rated.map(({ label, people, against, quotes, rating }) => ({
        ...{ label, people, against, quotes, rating },
      })),
    },
    {
      title: 'With a model: tokens, and quotes that are in their interview byte for byte',
      rows: [{ ...tokens, ...verbatim }],
    },
  ];
}
