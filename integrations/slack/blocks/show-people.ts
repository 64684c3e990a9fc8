import {
  type Names,
  participantsIn,
  withShownNames,
} from '../../../src/beliefs/participants/shown-name.js';
import type { Context } from '../../../src/core/context.js';

/** Blocks whose text is quoted or sent elsewhere, and therefore never changed. */
const VERBATIM: ReadonlySet<unknown> = new Set(['rich_text_quote', 'rich_text_preformatted']);

/** The texts of a rendering that may contain a participant's name. */
export function textsOf(rendered: unknown): string[] {
  const texts: string[] = [];
  eachText(rendered, (text) => {
    texts.push(text);
    return text;
  });
  return texts;
}

/** The same rendering with each full name of these participants replaced by the team's chosen form. */
export const withPeopleShown = <T>(rendered: T, people: readonly string[], names: Names): T =>
  eachText(rendered, (text) => withShownNames(text, people, names));

/** Copies a message or view with `change` applied to each displayed text. */
function eachText<T>(value: T, change: (text: string) => string): T {
  if (Array.isArray(value)) return value.map((one) => eachText(one, change)) as T;
  if (typeof value !== 'object' || value === null) return value;
  const { type, emoji } = value as { type?: unknown; emoji?: unknown };
  if (VERBATIM.has(type)) return value;
  // mrkdwn and text with emoji enabled are our own words, which may name the user who acted
  const isTheirs =
    type === undefined || type === 'text' || type === 'link' || (type === 'plain_text' && !emoji);
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      key === 'text' && typeof inner === 'string' && isTheirs
        ? change(inner)
        : eachText(inner, change),
    ]),
  ) as T;
}

/**
 * Renders participants' names in the team's chosen form, even if a colleague or a model wrote their full names into
 * a recommendation or summary. Quotes stay verbatim.
 */
export async function showPeople<T>(ctx: Context, names: Names, rendered: T): Promise<T> {
  if (names === 'full') return rendered;
  const known = await participantsIn(ctx, textsOf(rendered));
  return known.length > 0 ? withPeopleShown(rendered, known, names) : rendered;
}
