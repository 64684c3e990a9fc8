import type { ModalView } from '@slack/types';
import { readSettings, type TeamSettings } from '../../../src/core/team-settings.js';
import type { Slack } from '../connection/slack.js';
import type { Action } from '../requests/handlers.js';
import { refuseUnlessAdmin } from '../requests/may-act.js';
import { modalMeta } from '../requests/modals.js';
import { settingsModal } from './settings-modal.js';

/** The form for these settings, below what there is to say about them. */
export const settingsForm = (
  slack: Slack,
  settings: TeamSettings,
  metadata: string,
  remarks: readonly string[] = [],
): ModalView =>
  settingsModal(
    settings,
    {
      trackers: [...slack.trackers.values()],
      channelId: slack.settings.channelId,
      digestCron: slack.digest.cron,
      timeZone: slack.digest.timeZone,
    },
    metadata,
    remarks,
  );

/** Opens the team's settings, for admins of the workspace. */
export const openSettings: Action = async (click) => {
  const { slack, ctx, person, triggerId } = click;
  await refuseUnlessAdmin(slack, person);
  const view = settingsForm(slack, await readSettings(ctx.db), modalMeta(click));
  await slack.client.views.open({ trigger_id: triggerId, view });
};
