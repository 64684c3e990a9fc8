import { cardRow } from '../../../db/queries/card-material.js';
import { invalidRequest, notFound } from '../../../src/errors.js';
import { readSettings } from '../../../src/settings/team-settings.js';
import { postCard } from '../publish/post-card.js';
import type { Action } from './click.js';

/** Brings a card that the digest only names into the channel. */
export const showCard: Action = async ({ slack, ctx, subjectId, channelId, tell }) => {
  if (!channelId) throw invalidRequest('Press this in the channel of the digest.');
  if (!(await ctx.db.row(cardRow, subjectId))) throw notFound('action card', subjectId);
  const { workspaceId } = await slack.connection.connect();
  const settings = await readSettings(ctx.db);
  const posted = await postCard(ctx, slack, { workspaceId, channelId }, subjectId, settings);
  if (!posted) await tell('This card is in the channel already.');
};
