import type { Block } from '../block-kit/blocks.js';
import type { SentFile } from './file-store.js';

export interface Message {
  channel: string;
  /** Slack's id of a message: seconds and microseconds, unique in the workspace. */
  ts: string;
  /** The message this one answers. */
  threadTs?: string;
  /** Person id, or the bot's user id. */
  author: string;
  text: string;
  blocks: Block[];
  files: SentFile[];
  metadata?: unknown;
  /** The only person who sees it, for an ephemeral message. */
  visibleTo?: string;
  /** A thread reply that is also shown in the channel. */
  broadcast: boolean;
  edited: boolean;
  reactions: { name: string; by: string[] }[];
  /** Previews of links in the text, by address. */
  unfurls: Map<string, Block[]>;
}
