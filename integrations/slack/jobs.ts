import { forgetNotes } from '../../db/queries/card-notes.js';
import { forgetDigests } from '../../db/queries/digest.js';
import { enqueue } from '../../db/queries/enqueue.js';
import { forgetNoteClaims } from '../../db/queries/slack-messages.js';
import { teamStatement } from '../../db/statement.js';
import {
  CARD_CHANGED,
  CARD_NOTE,
  POSTS_CHANGED,
  PUBLISH_CARDS,
  postsChanged,
} from '../../src/core/announce.js';
import { SHIP_QUESTION } from '../../src/issues/ship-question.js';
import type { JobHandler, Schedule } from '../../src/jobs/index.js';
import { DEFERRED_ANSWER } from './answers/deferred-answer.js';
import { postDeferredAnswer } from './answers/post-deferred-answer.js';
import { redrawPosts } from './answers/redraw-posts.js';
import { CHANNEL_SHARED, removeQuotesFromSharedChannel } from './cards/channel-shared.js';
import { postCardNotes } from './cards/post-card-notes.js';
import { askToPost, POST_CARDS, postCards, publishCards } from './cards/post-cards.js';
import { redrawCard } from './cards/redraw-card.js';
import type { DigestTime, Slack } from './connection/slack.js';
import { alertAdmin } from './delivery/admin-alert.js';
import { ADMIN_ALERT } from './delivery/admin-alerts.js';
import { DRAW_HOMES } from './delivery/request-home-redraw.js';
import { askForDigests, POST_DIGEST, postDigest } from './digest/post-digest.js';
import { INGEST_FILES, ingestFiles } from './files/ingest-files.js';
import { drawHomes } from './home/redraw-homes.js';
import { askShip } from './issues/ship-question.js';
import { forgetAnswers } from './queries/answers.js';
import { forgetRequests } from './queries/requests.js';
import { forgetThreads } from './queries/threads.js';

/** The background jobs of a workspace, by kind. */
export const OUTGOING: Readonly<Record<string, (slack: Slack) => JobHandler>> = {
  [CARD_CHANGED]: redrawCard,
  [POSTS_CHANGED]: redrawPosts,
  [CHANNEL_SHARED]: removeQuotesFromSharedChannel,
  [POST_CARDS]: postCards,
  [PUBLISH_CARDS]: publishCards,
  [CARD_NOTE]: postCardNotes,
  [DRAW_HOMES]: drawHomes,
  [ADMIN_ALERT]: alertAdmin,
  [SHIP_QUESTION]: askShip,
  [POST_DIGEST]: postDigest,
  [INGEST_FILES]: ingestFiles,
  [DEFERRED_ANSWER]: postDeferredAnswer,
};

/**
 * Deletes abandoned drafts, which contain text that people wrote. Those of files that were read stay as long as a posted
 * answer, since an erasure changes the message that shows their quotes.
 */
const forgetDrafts = teamStatement<{ draftId: string }>(
  'slack.forgetDrafts',
  `delete from slack_drafts
    where team_id = $1
      and created_at < now() - case when content ? 'shown' then interval '90 days' else interval '7 days' end
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
        await postsChanged({ db });
      }
    },
  },
];
