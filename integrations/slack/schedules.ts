import { forgetNotes } from '../../db/queries/card-notes.js';
import { forgetDigests } from '../../db/queries/digest.js';
import { enqueue } from '../../db/queries/enqueue.js';
import { forgetNoteClaims } from '../../db/queries/slack-messages.js';
import { teamStatement } from '../../db/statement.js';
import { PUBLISH_CARDS } from '../../src/core/outbox.js';
import type { Schedule } from '../../src/jobs/index.js';
import { askToPost } from './cards/post-cards.js';
import type { DigestTime } from './connection/slack.js';
import { askForDigests } from './digest/schedule-digests.js';
import { forgetAnswers } from './queries/answers.js';
import { forgetRequests } from './queries/requests.js';
import { forgetThreads } from './queries/threads.js';

/** Abandoned drafts, which hold text that people wrote. */
const forgetDrafts = teamStatement<{ draftId: string }>(
  'slack.forgetDrafts',
  `delete from slack_drafts where team_id = $1 and created_at < now() - interval '7 days'
   returning draft_id as "draftId"`,
);

/** The schedules of teams that have a workspace. */
export const slackSchedules = (
  teamIds: () => Promise<string[]>,
  digest: DigestTime,
): Schedule[] => [
  {
    name: 'slack-post',
    cron: '* * * * *',
    async run({ system }) {
      for (const teamId of await teamIds()) await askToPost({ db: system.team(teamId) });
    },
  },
  { name: 'slack-digest', cron: '* * * * *', run: askForDigests(teamIds, digest) },
  {
    name: 'slack-daily',
    cron: '10 4 * * *',
    async run({ system }) {
      for (const teamId of await teamIds()) {
        const db = system.team(teamId);
        await db.rows(forgetRequests);
        await db.rows(forgetAnswers);
        await db.rows(forgetThreads);
        await db.rows(forgetDrafts);
        await db.rows(forgetNotes);
        await db.rows(forgetNoteClaims);
        await db.rows(forgetDigests);
        await enqueue(db, { kind: PUBLISH_CARDS, key: PUBLISH_CARDS });
      }
    },
  },
];
