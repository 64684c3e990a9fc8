import { forgetNotes } from '../../../db/queries/card-notes.js';
import { forgetDigests } from '../../../db/queries/digest.js';
import { enqueue } from '../../../db/queries/enqueue.js';
import { forgetAnswers } from '../../../db/queries/slack-answers.js';
import { forgetDrafts } from '../../../db/queries/slack-drafts.js';
import { forgetNoteClaims } from '../../../db/queries/slack-messages.js';
import { forgetRequests } from '../../../db/queries/slack-requests.js';
import type { Schedule } from '../../../src/jobs/index.js';
import { PUBLISH_CARDS } from '../../../src/outbox.js';
import { askForDigests } from '../publish/ask-for-digests.js';
import { askToPost } from '../publish/post-cards.js';
import type { DigestTime } from '../slack.js';

/** The clockwork of the teams that have a workspace. */
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
        await db.rows(forgetDrafts);
        await db.rows(forgetNotes);
        await db.rows(forgetNoteClaims);
        await db.rows(forgetDigests);
        await enqueue(db, { kind: PUBLISH_CARDS, key: PUBLISH_CARDS });
      }
    },
  },
];
