import type { ServerResponse } from 'node:http';
import type { SandboxShortcut } from './options.js';
import { MessageView } from './page/message-view.js';
import { render } from './page/render.js';
import { HomeContent, ModalContent } from './page/views.js';
import type { Person } from './people.js';
import { channelsOf } from './people.js';
import type { Change, Message } from './state/messages.js';
import type { Workspace } from './state/workspace.js';

const HEARTBEAT_MS = 25_000;

/** The content of one user's page, sent as it changes (server-sent events). */
export class Feed {
  private readonly open = new Set<ServerResponse>();

  constructor(
    private readonly workspace: Workspace,
    private readonly shortcuts: readonly SandboxShortcut[],
  ) {}

  /** Sends the whole content and then every change, until the page is closed. */
  serve(response: ServerResponse, viewer: Person): void {
    response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
    const send = (name: string, data: unknown) =>
      response.write(`event: ${name}\ndata: ${JSON.stringify(data)}\n\n`);
    send('all', this.all(viewer));
    const stop = this.workspace.changes.listen((change) => {
      const said = this.translate(change, viewer);
      if (said) send(said.name, said.data);
    });
    const heartbeat = setInterval(() => response.write(':\n\n'), HEARTBEAT_MS);
    heartbeat.unref();
    this.open.add(response);
    response.once('close', () => {
      stop();
      clearInterval(heartbeat);
      this.open.delete(response);
    });
  }

  /** Ends every page's feed, so that the server can close. */
  close(): void {
    for (const response of this.open) response.end();
  }

  private all(viewer: Person) {
    return {
      messages: channelsOf(viewer.id)
        .flatMap((channel) => this.workspace.messages.list(channel.id))
        .filter((message) => sees(viewer, message))
        .map((message) => this.message(message, viewer)),
      home: this.home(viewer),
      modal: this.modal(viewer),
    };
  }

  private translate(change: Change, viewer: Person): { name: string; data: unknown } | undefined {
    if (change.kind === 'home' || change.kind === 'modal')
      return change.personId === viewer.id
        ? { name: change.kind, data: this[change.kind](viewer) }
        : undefined;
    if (!sees(viewer, change.message)) return undefined;
    if (change.kind === 'message')
      return { name: 'message', data: this.message(change.message, viewer) };
    return { name: 'removed', data: { channel: change.message.channel, ts: change.message.ts } };
  }

  private message(message: Message, viewer: Person) {
    const { shortcuts, workspace } = this;
    const replies = workspace.messages.replies(message).filter((reply) => sees(viewer, reply));
    return {
      channel: message.channel,
      ts: message.ts,
      threadTs: message.threadTs ?? null,
      inChannel: message.threadTs === undefined || message.broadcast,
      html: render(MessageView, { message, replies, viewer, shortcuts }),
    };
  }

  private home(viewer: Person) {
    const view = this.workspace.views.home(viewer.id);
    return { html: render(HomeContent, { view, viewer }) };
  }

  private modal(viewer: Person) {
    const view = this.workspace.views.top(viewer.id);
    if (!view) return { viewId: null };
    return { viewId: view.id, html: render(ModalContent, { view, viewer }) };
  }
}

const sees = (viewer: Person, message: Message): boolean =>
  (message.visibleTo ?? viewer.id) === viewer.id &&
  channelsOf(viewer.id).some((channel) => channel.id === message.channel);
