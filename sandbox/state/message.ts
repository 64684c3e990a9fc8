import type { Block } from '../block-kit/blocks.js';
import type { SentFile } from './file-store.js';

export interface Message {
  channel: string;
  /** Slack's id of a message: seconds and microseconds, unique in the workspace. */
  ts: string;
  /** The message this one replies to. */
  threadTs?: string;
  /** The author's user id, or the bot's. */
  author: string;
  text: string;
  blocks: Block[];
  files: SentFile[];
  metadata?: unknown;
  /** The only user who sees it, for an ephemeral message. */
  visibleTo?: string;
  /** True for a thread reply that is also shown in the channel. */
  broadcast: boolean;
  edited: boolean;
  reactions: { name: string; by: string[] }[];
  /** Previews of links in the text, by URL. */
  unfurls: Map<string, Block[]>;
}
