import { type Check, ok, wrong } from '../../../src/core/check.js';
import type { Logger } from '../../../src/core/log.js';
import type { SlackSettings } from './app-settings.js';
import { createClient } from './client.js';
import { type SlackFailure, slackFailure } from './slack-failure.js';

export interface Status {
  ok: boolean;
  detail: string;
}

/** Current Slack problems. Each is logged once, not once per attempt. */
export class Health {
  private readonly troubles = new Map<string, string>();

  constructor(
    private readonly log: Logger,
    private readonly fine: string,
    private readonly installedFor?: string,
  ) {}

  /** @param place the part that does not work: `workspace`, `channel`, `socket`, `history` */
  failed(place: string, failure: SlackFailure): void {
    this.say(place, advice(failure.code, this.installedFor));
  }

  say(place: string, sentence: string): void {
    if (this.troubles.get(place) === sentence) return;
    this.troubles.set(place, sentence);
    this.log.error({ place }, `Slack: ${sentence}`);
  }

  works(place: string): void {
    if (this.troubles.delete(place)) this.log.info({ place }, 'Slack works again');
  }

  status(): Status {
    const [first] = this.troubles.values();
    return first === undefined ? { ok: true, detail: this.fine } : { ok: false, detail: first };
  }
}

/** A code of our own: we cannot check if Slack has a message. */
export const HISTORY_UNREADABLE = 'history_unreadable';

const SENTENCES: Readonly<Record<string, string>> = {
  [HISTORY_UNREADABLE]:
    'a response from Slack was lost and the channel cannot be read to see whether the message is there, so it is not posted again: add the scopes channels:history and groups:history from manifest.yml.',
  missing_scope: 'a scope is missing: update the app from manifest.yml and install it again.',
  channel_not_found:
    'the app cannot see the channel for its cards: choose it in the settings in App Home, or set SLACK_CHANNEL to its id (C…), and invite the app to it.',
  not_in_channel: 'the app is not in the channel for its cards: invite it there with /invite.',
  is_archived: 'the channel for cards is archived: choose another one.',
  is_inactive: 'the channel for cards is archived: choose another one.',
  restricted_action: 'the app may not post in the channel for its cards: ask a workspace admin.',
  no_answer: 'Slack cannot be reached: check the network; Belief Layer keeps retrying.',
};

const TOKEN_SENTENCES: Readonly<Record<string, string>> = {
  invalid_auth: 'SLACK_BOT_TOKEN is not a valid token: copy it again from "OAuth & Permissions".',
  not_authed: 'SLACK_BOT_TOKEN is not a valid token: copy it again from "OAuth & Permissions".',
  account_inactive:
    'the app was removed from the workspace: install it again and set its new SLACK_BOT_TOKEN.',
  token_revoked: 'the token was revoked: install the app again and set its new SLACK_BOT_TOKEN.',
  token_expired: 'the token has expired: install the app again and set its new SLACK_BOT_TOKEN.',
};

/** True if the token itself does not work: nothing at all can be posted. */
export const isAboutToken = (code: string): boolean => Object.hasOwn(TOKEN_SENTENCES, code);

/** True if only some features fail, because a scope is missing. */
export const isAboutScope = (code: string): boolean => /^missing_scope\b/.test(code);

/**
 * One sentence that says what is wrong and what to do. `installedFor` is the team of a workspace that installed the
 * app through OAuth; absent for the workspace of SLACK_BOT_TOKEN.
 */
export function advice(code: string, installedFor?: string): string {
  const scope = /^missing_scope:(.+)$/.exec(code)?.[1];
  if (scope) {
    return `the scope ${scope} is missing: update the app from manifest.yml and install it again.`;
  }
  const aboutToken = TOKEN_SENTENCES[code];
  if (aboutToken && installedFor) {
    return `the token of this workspace is no longer valid (${code}): reinstall the app with a link from npm run cli -- slack install-link --team ${installedFor}`;
  }
  return (
    aboutToken ??
    SENTENCES[code] ??
    `Slack answered ${code}: see https://docs.slack.dev for what it means.`
  );
}

/** Asks Slack who the token belongs to and if the bot can post in its channel; changes nothing there. */
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
