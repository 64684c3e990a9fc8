import type { WebClient } from '@slack/web-api';
import type { TeamSettings } from '../../../src/settings/team-settings.js';
import { slackFailure } from '../connection/slack-failure.js';
import { CHANNEL_REMEMBERED_MS } from '../settings.js';

/** What we need to know of a channel before showing quotes in it. */
export class Channels {
  private readonly known = new Map<string, { shared: boolean; at: number }>();

  constructor(private readonly client: WebClient) {}

  /** True where people of another organisation read along. Unknown, for want of a scope, counts as not. */
  async isShared(channelId: string): Promise<boolean> {
    const remembered = this.known.get(channelId);
    if (remembered && performance.now() - remembered.at < CHANNEL_REMEMBERED_MS) {
      return remembered.shared;
    }
    const shared = await this.ask(channelId);
    this.known.set(channelId, { shared, at: performance.now() });
    return shared;
  }

  /** Whether quotes may appear in a channel: in one that another organisation reads, only where the team allows it. */
  async showsQuotes(
    channelId: string,
    { quotesInSharedChannels }: Pick<TeamSettings, 'quotesInSharedChannels'>,
  ): Promise<boolean> {
    return quotesInSharedChannels || !(await this.isShared(channelId));
  }

  /** It may have changed just now. */
  forget(channelId: string): void {
    this.known.delete(channelId);
  }

  private async ask(channelId: string): Promise<boolean> {
    try {
      const { channel } = await this.client.conversations.info({ channel: channelId });
      return channel?.is_ext_shared === true || channel?.is_pending_ext_shared === true;
    } catch (error) {
      if (slackFailure(error).code === 'missing_scope') return false;
      throw error;
    }
  }
}
