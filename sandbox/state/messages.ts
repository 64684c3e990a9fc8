import type { Block } from '../block-kit/blocks.js';
import type { SentFile } from './files.js';
import { withIds } from './with-ids.js';

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

export type Change =
  | { kind: 'message'; message: Message }
  | { kind: 'removed'; message: Message }
  | { kind: 'home'; personId: string }
  | { kind: 'modal'; personId: string };

/** Notifies open pages of changes. */
export class Changes {
  private readonly listeners = new Set<(change: Change) => void>();

  emit(change: Change): void {
    for (const listener of this.listeners) listener(change);
  }

  /** @returns a function that stops listening */
  listen(listener: (change: Change) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }
}

const MOST_PER_CHANNEL = 200;

type NewMessage = Pick<Message, 'channel' | 'author' | 'text' | 'blocks'> &
  Partial<Pick<Message, 'threadTs' | 'metadata' | 'visibleTo' | 'broadcast' | 'files'>>;

/** Every message of the workspace, in memory; the oldest of a full channel are dropped. */
export class MessageStore {
  private readonly byChannel = new Map<string, Message[]>();
  private lastMicros = 0;

  constructor(private readonly changes: Changes) {}

  post(draft: NewMessage): Message {
    const message: Message = {
      broadcast: false,
      files: [],
      ...draft,
      blocks: withIds(draft.blocks),
      ts: this.nextTs(),
      edited: false,
      reactions: [],
      unfurls: new Map(),
    };
    const messages = this.list(message.channel);
    messages.push(message);
    while (messages.length > MOST_PER_CHANNEL) this.remove(messages[0]!);
    this.announce(message);
    return message;
  }

  /** Replaces a message's content. Without blocks, its earlier blocks are removed, as in Slack. */
  change(message: Message, to: Partial<Pick<Message, 'text' | 'blocks' | 'metadata'>>): void {
    Object.assign(message, to);
    message.blocks = withIds(message.blocks);
    this.announce(message);
  }

  /** Notifies the page that a message changed. */
  announce(message: Message): void {
    this.changes.emit({ kind: 'message', message });
    this.announceRoot(message);
  }

  remove(message: Message): void {
    const messages = this.list(message.channel);
    const index = messages.indexOf(message);
    if (index >= 0) messages.splice(index, 1);
    this.changes.emit({ kind: 'removed', message });
    this.announceRoot(message);
  }

  /** The ts of the newest message in any channel. */
  get lastTs(): string {
    return (this.lastMicros / 1e6).toFixed(6);
  }

  find(channel: string, ts: string): Message | undefined {
    return this.list(channel).find((message) => message.ts === ts);
  }

  list(channel: string): Message[] {
    const messages = this.byChannel.get(channel) ?? [];
    this.byChannel.set(channel, messages);
    return messages;
  }

  replies(root: Message): Message[] {
    return this.list(root.channel).filter((message) => message.threadTs === root.ts);
  }

  /** Announces the first message of a thread, which shows the number of replies. */
  private announceRoot({ channel, threadTs }: Message): void {
    const root = threadTs ? this.find(channel, threadTs) : undefined;
    if (root) this.changes.emit({ kind: 'message', message: root });
  }

  private nextTs(): string {
    this.lastMicros = Math.max(Date.now() * 1000, this.lastMicros + 1);
    return this.lastTs;
  }
}
