import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { Message } from 'slack-blocks-to-jsx';

const known = new Map<string, string>();
const MOST_KNOWN = 2000;

/** Matches neither times such as 12:30:45 nor parts of words. */
const SHORTCODE = /(?<![\w:]):([a-z0-9_+'-]{1,60}):(?![\w:])/g;

/** Replaces `:shortcodes:` with characters; unknown ones stay as they are. */
export const emojify = (text: string): string =>
  text.replace(SHORTCODE, (whole, name: string) => character(name) ?? whole);

/** The renderer's emoji table is not exported, so it is queried through its hook. */
export function character(name: string): string | undefined {
  if (!known.has(name)) {
    if (known.size > MOST_KNOWN) known.clear();
    known.set(name, look(name));
  }
  return known.get(name) || undefined;
}

function look(name: string): string {
  let found = '';
  const hooks = {
    emoji: (emoji: { name: string }, parse: (emoji: { name: string }) => string) => {
      found = parse(emoji);
      return null;
    },
  };
  const elements = [
    { type: 'rich_text_section' as const, elements: [{ type: 'emoji' as const, name }] },
  ];
  const blocks = [{ type: 'rich_text' as const, elements }];
  renderToStaticMarkup(
    createElement(Message, { blocks, hooks, name: '', logo: '', withoutWrapper: true }),
  );
  return /[a-z]{2}|:/.test(found) ? '' : found;
}
