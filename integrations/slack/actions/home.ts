import { readSettings } from '../../../src/settings/team-settings.js';
import { publishHome } from '../home/home.js';
import { settingsModal } from '../messages/settings-modal.js';
import { refuseUnlessAdmin } from '../people/may-act.js';
import { modalMeta } from '../requests/modal-meta.js';
import type { Action } from './click.js';

export const changeHomeFilter: Action = ({ slack, ctx, person, choice }) =>
  publishHome(slack, ctx, person, { filter: choice, page: 0 });

export const turnHomePage: Action = ({ slack, ctx, person, home, subjectId }) =>
  publishHome(slack, ctx, person, { filter: home?.filter ?? 'all', page: Number(subjectId) || 0 });

/** The team's settings, for admins of the workspace. */
export const openSettings: Action = async (click) => {
  const { slack, ctx, person, triggerId } = click;
  await refuseUnlessAdmin(slack, person);
  const around = {
    trackers: [...slack.trackers.values()],
    channelId: slack.settings.channelId,
    digestCron: slack.digest.cron,
    timeZone: slack.digest.timeZone,
  };
  const view = settingsModal(await readSettings(ctx.db), around, modalMeta(click));
  await slack.client.views.open({ trigger_id: triggerId, view });
};
