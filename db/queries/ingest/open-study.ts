import { teamStatement } from '../../statement.js';

/** The study of this name (`$2`), as written or in other case; the oldest of several. */
export const studyNamed = teamStatement<{ studyId: string }>(
  'ingest.studyNamed',
  `select study_id as "studyId" from studies where team_id = $1 and lower(name) = lower($2)
    order by name = $2 desc, created_at, study_id limit 1`,
);

/** No row where the id is taken. */
export const addStudy = teamStatement<{ studyId: string }>(
  'ingest.addStudy',
  `insert into studies (team_id, study_id, name, status, created_at) values ($1, $2, $3, 'active', $4)
   on conflict (team_id, study_id) do nothing returning study_id as "studyId"`,
);
