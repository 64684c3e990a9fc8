import { readSettings } from '../../../src/core/team-settings.js';
import type { Action } from '../requests/click.js';
import { modalMeta } from '../requests/modal-meta.js';
import type { HomePage } from '../requests/payloads.js';
import { refuseUnlessAdmin } from '../settings/may-act.js';
import { settingsModal } from '../settings/settings-modal.js';
import { publishHome } from './home.js';

const INBOX: HomePage = { tab: 'inbox', filter: 'all', page: 0 };

export const changeHomeTab: Action = ({ slack, ctx, person, detail, subjectId }) =>
  publishHome(
    slack,
    ctx,
    person,
    detail === 'beliefs' ? { tab: 'beliefs', filter: subjectId, page: 0 } : INBOX,
  );

export const changeHomeFilter: Action = ({ slack, ctx, person, home, choice }) =>
  publishHome(slack, ctx, person, { ...(home ?? INBOX), filter: choice, page: 0 });

export const turnHomePage: Action = ({ slack, ctx, person, home, subjectId }) =>
  publishHome(slack, ctx, person, { ...(home ?? INBOX), page: Number(subjectId) || 0 });

/** Opens the team's settings, for admins of the workspace. */
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
