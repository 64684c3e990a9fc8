import type { Logger } from '../../../src/core/log.js';
import { type Check, ok, wrong } from '../../../src/operations/doctor/check.js';
import { advice } from './advice.js';
import type { SlackSettings } from './app-settings.js';
import { createClient } from './client.js';
import { slackFailure } from './slack-failure.js';

/** Asks Slack whose token it is and whether the bot can post in its channel; changes nothing there. */
export async function checkSlack(settings: SlackSettings, log: Logger): Promise<Check> {
  const client = createClient(settings, log);
  try {
    const { team, user } = await client.auth.test();
    const who = `${user} in ${team}`;
    if (!settings.channelId) {
      return wrong(
        'slack',
        `${who}, without a channel`,
        'Set SLACK_CHANNEL to a channel id (C…), or choose a channel in the settings in App Home.',
      );
    }
    const { channel } = await client.conversations.info({ channel: settings.channelId });
    if (channel?.is_archived) return wrong('slack', who, capital(advice('is_archived')));
    if (!channel?.is_member) return wrong('slack', who, capital(advice('not_in_channel')));
    return ok('slack', `${who}, posting in #${channel.name}`);
  } catch (error) {
    const { code } = slackFailure(error);
    return wrong('slack', `Slack answered ${code}`, capital(advice(code)));
  }
}

const capital = (sentence: string): string => sentence.charAt(0).toUpperCase() + sentence.slice(1);
