import type { WebClient } from '@slack/web-api';
import type { TeamSettings } from '../../../src/core/team-settings.js';
import { CHANNEL_REMEMBERED_MS } from './app-settings.js';
import { slackFailure } from './slack-failure.js';

/** Caches which channels outsiders can read, which decides if quotes may appear there. */
export class Channels {
  private readonly known = new Map<string, { shared: boolean; at: number }>();

  constructor(private readonly client: WebClient) {}

  /** True if people of another organization can read it; false if that is unknown because a scope is missing. */
  async isShared(channelId: string): Promise<boolean> {
    const remembered = this.known.get(channelId);
    if (remembered && performance.now() - remembered.at < CHANNEL_REMEMBERED_MS) {
      return remembered.shared;
    }
    const shared = await this.ask(channelId);
    this.known.set(channelId, { shared, at: performance.now() });
    return shared;
  }

  /**
   * True if quotes may appear in a channel. In one that another organization can read, only if the team allows it.
   */
  async showsQuotes(
    channelId: string,
    { quotesInSharedChannels }: Pick<TeamSettings, 'quotesInSharedChannels'>,
  ): Promise<boolean> {
    return quotesInSharedChannels || !(await this.isShared(channelId));
  }

  /** Drops the cached value of a channel that may just have changed. */
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
