import type { SandboxShortcut } from '../options.js';
import { BOT_NAME, BOT_USER_ID, findPerson, type Person } from '../people.js';
import type { Message } from '../state/messages.js';
import { Blocks } from './blocks.js';
import { character } from './emoji.js';
import { Avatar } from './icons.js';
import { Text } from './rich-text.js';
import { slackDate } from './slack-date.js';

interface Props {
  message: Message;
  replies: Message[];
  viewer: Person;
  shortcuts: readonly SandboxShortcut[];
}

/** One message as seen by one user, in a channel or a thread. */
export function MessageView({ message, replies, viewer, shortcuts }: Props) {
  const byBot = message.author === BOT_USER_ID;
  const seconds = Number(message.ts);
  return (
    <article
      className={message.visibleTo ? 'message ephemeral' : 'message'}
      aria-label={`Message from ${authorName(message)}`}
    >
      <Avatar id={message.author} />
      <div className="message-body">
        {message.visibleTo && <p className="only-you">👁 Only visible to you</p>}
        <header>
          <strong>{authorName(message)}</strong>
          {byBot && <span className="badge">APP</span>}
          <time title={slackDate('{date_long} at {time_secs}', seconds, viewer.timeZone)}>
            {slackDate('{time}', seconds, viewer.timeZone)}
          </time>
        </header>
        <Content message={message} viewer={viewer} />
        <Reactions message={message} />
        {replies.length > 0 && <Thread replies={replies} viewer={viewer} />}
      </div>
      {!message.visibleTo && (
        <Tools shortcuts={shortcuts} inThread={message.threadTs !== undefined} />
      )}
    </article>
  );
}

const authorName = ({ author }: Message): string =>
  author === BOT_USER_ID ? BOT_NAME : (findPerson(author)?.name ?? author);

function Content({ message, viewer }: { message: Message; viewer: Person }) {
  return (
    <>
      {message.blocks.length > 0 ? (
        <Blocks blocks={message.blocks} viewer={viewer} />
      ) : (
        <Text text={{ type: 'mrkdwn', text: message.text }} viewer={viewer} />
      )}
      {message.files.map(({ id, name, content }) => (
        <p className="file" key={id}>
          📄 <b>{name}</b> <small>{size(content.length)}</small>
        </p>
      ))}
      {message.edited && <span className="edited">(edited)</span>}
      {[...message.unfurls].map(([address, blocks]) => (
        <div className="unfurl" key={address}>
          <Blocks blocks={blocks} viewer={viewer} />
        </div>
      ))}
    </>
  );
}

const size = (bytes: number): string =>
  bytes < 1024 * 1024 ? `${Math.ceil(bytes / 1024)} KB` : `${(bytes / 1024 / 1024).toFixed(1)} MB`;

function Reactions({ message }: { message: Message }) {
  if (message.reactions.length === 0) return null;
  return (
    <div className="reactions">
      {message.reactions.map(({ name, by }) => (
        <span key={name} title={`:${name}:`}>
          {character(name) ?? `:${name}:`} {by.length}
        </span>
      ))}
    </div>
  );
}

function Thread({ replies, viewer }: { replies: Message[]; viewer: Person }) {
  const last = Number(replies.at(-1)?.ts);
  return (
    <button type="button" className="thread-link" data-thread="">
      {[...new Set(replies.map((reply) => reply.author))].map((id) => (
        <Avatar key={id} id={id} />
      ))}
      <b>{replies.length === 1 ? '1 reply' : `${replies.length} replies`}</b>
      <span>Last reply {slackDate('{date_pretty} at {time}', last, viewer.timeZone)}</span>
    </button>
  );
}

function Tools({
  shortcuts,
  inThread,
}: {
  shortcuts: readonly SandboxShortcut[];
  inThread: boolean;
}) {
  return (
    <div className="message-tools" role="toolbar" aria-label="Message actions">
      {!inThread && (
        <button type="button" data-thread="" aria-label="Reply in thread" title="Reply in thread">
          💬
        </button>
      )}
      {shortcuts.length > 0 && (
        <details className="menu overflow">
          <summary aria-label="More message actions" title="More actions">
            ⋯
          </summary>
          <div className="menu-list">
            {shortcuts.map(({ callbackId, name }) => (
              <button type="button" key={callbackId} data-shortcut={callbackId}>
                {name}
              </button>
            ))}
          </div>
        </details>
      )}
    </div>
  );
}
