import { type Names, withShownNames } from './person-name.js';

const MOST_WORDS = 5;
const WORD = /[\p{L}\p{M}\p{N}](?:[\p{L}\p{M}\p{N}.-]|['’](?![sS]\b))*/gu;

/** What people wrote and we show as text. What somebody said is never changed, nor is what is sent elsewhere. */
const VERBATIM: ReadonlySet<unknown> = new Set(['rich_text_quote', 'rich_text_preformatted']);

/** Every run of two to five words in the texts of a rendering that may be somebody's whole name. */
export function possibleNames(rendered: unknown): string[] {
  const found = new Set<string>();
  eachText(rendered, (text) => {
    const words = [...text.matchAll(WORD)].map(([word]) => word.replace(/\.$/, ''));
    for (let start = 0; start < words.length; start++) {
      const most = Math.min(MOST_WORDS, words.length - start);
      for (let count = 2; count <= most; count++) {
        found.add(words.slice(start, start + count).join(' '));
      }
    }
    return text;
  });
  return [...found];
}

/** The same rendering with these participants as the team shows them, wherever their whole names stand. */
export const withPeopleShown = <T>(rendered: T, people: readonly string[], names: Names): T =>
  eachText(rendered, (text) => withShownNames(text, people, names));

/** A copy in which every text of a message's or view's words is what `change` makes of it. */
function eachText<T>(value: T, change: (text: string) => string): T {
  if (Array.isArray(value)) return value.map((one) => eachText(one, change)) as T;
  if (typeof value !== 'object' || value === null) return value;
  const { type, emoji } = value as { type?: unknown; emoji?: unknown };
  if (VERBATIM.has(type)) return value;
  // mrkdwn and what may hold emoji are words of ours, which may name who did something
  const isTheirs = type === undefined || type === 'text' || (type === 'plain_text' && !emoji);
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      key === 'text' && typeof inner === 'string' && isTheirs
        ? change(inner)
        : eachText(inner, change),
    ]),
  ) as T;
}
