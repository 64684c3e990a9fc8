import { enqueue } from '../../db/queries/enqueue.js';
import { forgetAnswers } from '../../db/queries/slack-answers.js';
import { forgetRequests } from '../../db/queries/slack-requests.js';
import type { Schedule } from '../../src/jobs/index.js';
import { PUBLISH_CARDS } from '../../src/outbox.js';
import { askToPost } from './publish/post-cards.js';

/** The clockwork of one team's workspace. */
export const slackSchedules = (teamId: string): Schedule[] => [
  {
    name: 'slack-post',
    cron: '* * * * *',
    run: ({ system }) => askToPost({ db: system.team(teamId) }),
  },
  {
    name: 'slack-daily',
    cron: '10 4 * * *',
    async run({ system }) {
      const db = system.team(teamId);
      await db.rows(forgetRequests);
      await db.rows(forgetAnswers);
      await enqueue(db, { kind: PUBLISH_CARDS, key: PUBLISH_CARDS });
    },
  },
];
