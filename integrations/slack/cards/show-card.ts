import { cardRow } from '../../../db/queries/card-material.js';
import { invalidRequest, notFound } from '../../../src/core/errors.js';
import { readSettings } from '../../../src/core/team-settings.js';
import type { Action } from '../requests/click.js';
import { postCard } from './post-card.js';

/** Posts a card to the channel that the digest only names. */
export const showCard: Action = async ({ slack, ctx, subjectId, channelId, tell }) => {
  if (!channelId) throw invalidRequest('Press this in the channel of the digest.');
  if (!(await ctx.db.row(cardRow, subjectId))) throw notFound('action card', subjectId);
  const { workspaceId } = await slack.connection.connect();
  const settings = await readSettings(ctx.db);
  const posted = await postCard(ctx, slack, { workspaceId, channelId }, subjectId, settings);
  if (!posted) await tell('This card is in the channel already.');
};
