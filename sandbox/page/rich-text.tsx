import type { ReactNode } from 'react';
import { type Block, Message, type MessageProps, type RichTextBlock } from 'slack-blocks-to-jsx';
import type { TextObject } from '../block-kit/text.js';
import { BOT_NAME, BOT_USER_ID, CHANNELS, PEOPLE, type Person } from '../people.js';
import { mrkdwnToRichText, plainToRichText } from './mrkdwn.js';
import { slackDate } from './slack-date.js';

const DATA = {
  users: [...PEOPLE, { id: BOT_USER_ID, name: BOT_NAME }].map(({ id, name }) => ({ id, name })),
  channels: CHANNELS.map(({ id, name }) => ({ id, name })),
};

/** Display-only blocks, drawn by the Block Kit renderer. */
export function Shown({ blocks, viewer }: { blocks: Block[]; viewer: Person }) {
  return (
    <Message
      blocks={blocks}
      name={BOT_NAME}
      logo=""
      theme="light"
      withoutWrapper
      data={DATA}
      hooks={hooksFor(viewer)}
    />
  );
}

function RichText({ elements, viewer }: { elements: RichTextBlock['elements']; viewer: Person }) {
  return <Shown blocks={[{ type: 'rich_text', elements }]} viewer={viewer} />;
}

/** A text object: mrkdwn with formatting, plain text literally. */
export function Text({ text, viewer }: { text: TextObject; viewer: Person }) {
  const elements =
    text.type === 'mrkdwn' ? mrkdwnToRichText(text.text) : plainToRichText(text.text);
  return <RichText elements={elements} viewer={viewer} />;
}

const hooksFor = (viewer: Person): MessageProps['hooks'] => ({
  user: ({ id }) => <Mention id={id} viewer={viewer} />,
  channel: ({ id, name }) => <span className="mention">#{name || id}</span>,
  link: ({ href, children }) => <SafeLink href={href}>{children}</SafeLink>,
  date: ({ timestamp, format, link, fallback }) => {
    const shown = slackDate(format, Number(timestamp), viewer.timeZone) || fallback;
    return link ? <SafeLink href={link}>{shown}</SafeLink> : <time>{shown}</time>;
  },
});

function Mention({ id, viewer }: { id: string; viewer: Person }) {
  const name = DATA.users.find((user) => user.id === id)?.name ?? id;
  return <span className={id === viewer.id ? 'mention mention-you' : 'mention'}>@{name}</span>;
}

/** Any link other than web or mail stays text, since quotes may contain `javascript:` links. */
function SafeLink({ href, children }: { href: string; children: ReactNode }) {
  if (!isSafeAddress(href)) return <span>{children}</span>;
  return (
    <a href={href} target="_blank" rel="noopener noreferrer">
      {children}
    </a>
  );
}

export const isSafeAddress = (href: string): boolean =>
  URL.canParse(href) && ['http:', 'https:', 'mailto:'].includes(new URL(href).protocol);
