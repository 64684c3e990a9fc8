import type { KnownBlock } from '@slack/types';
import { type FeedbackRow, feedbackOfTeam } from '../../../db/queries/slack-feedback.js';
import { bold, line, richText, words } from '../blocks/rich-text.js';
import { label, ours } from '../blocks/text.js';
import type { Action } from '../requests/handlers.js';
import { refuseUnlessAdmin } from '../requests/may-act.js';
import { openModal } from '../requests/modals.js';

const SHOWN = 30;

/** A row of App Home for admins that leads to users' ratings of answers. */
export const ratingsRow = (): KnownBlock => ({
  type: 'actions',
  block_id: 'ratings',
  elements: [{ type: 'button', action_id: 'home.ratings', text: ours('Ratings of answers') }],
});

/** Opens the latest ratings of answers with their reasons, for admins. */
export const openRatings: Action = async ({ slack, ctx, person, triggerId }) => {
  await refuseUnlessAdmin(slack, person);
  const fill = await openModal(slack, triggerId);
  const rows = await ctx.db.rows(feedbackOfTeam, SHOWN);
  await fill({
    type: 'modal',
    title: ours('Ratings of answers'),
    close: ours('Close'),
    blocks:
      rows.length > 0
        ? rows.map(ratingBlock)
        : [richText(line(words('No one has rated an answer yet.')))],
  });
};

const ratingBlock = ({ question, kind, refs, helpful, notHelpful, reasons }: FeedbackRow) =>
  richText(
    line(bold(label(question, 200))),
    line(
      words(
        [`helped ${helpful}, did not help ${notHelpful}`, ...(kind ? [kind] : []), ...refs].join(
          ' · ',
        ),
      ),
    ),
    ...reasons.slice(0, 5).map((reason) => line(words(label(reason, 300), { italic: true }))),
  );
