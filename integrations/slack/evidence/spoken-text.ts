import { unescaped } from '../blocks/text.js';
import type { People } from '../connection/people.js';

const MENTION = /<@([A-Z0-9]+)(?:\|[^<>]*)?>/g;
const MOST_NAMES = 20;

/** A message's text as displayed: names for mentions, words for links, nothing escaped. */
export async function spokenText(text: string, people: People): Promise<string> {
  const ids = [...new Set([...text.matchAll(MENTION)].map(([, id = '']) => id))];
  const found = await Promise.all(ids.slice(0, MOST_NAMES).map((id) => people.find(id, undefined)));
  const names = new Map(found.map(({ userId, name }) => [userId, name]));
  return unescaped(
    text
      .replace(MENTION, (_, id: string) => `@${names.get(id) ?? id}`)
      .replace(/<#[A-Z0-9]+\|([^<>]+)>/g, '#$1')
      .replace(/<!(?:subteam\^[A-Z0-9]+\|)?@?([^<>|^]+)>/g, '@$1')
      .replace(/<[^<>|]*\|([^<>]*)>/g, '$1')
      .replace(/<((?:https?|mailto|tel):[^<>]*)>/g, '$1'),
  ).trim();
}
