import { participantsIn, shownName, withShownNames } from '../beliefs/participants/shown-name.js';
import type { Context } from '../core/context.js';
import { readSettings } from '../core/team-settings.js';
import { cut } from '../core/words.js';

/**
 * Maximum size of a result, in bytes of its JSON. It is sent twice, as text and as structured content. Clients cut
 * results above some 25,000 tokens, and a token of dense JSON has at least two and a half bytes.
 */
export const RESULT_BYTES = 30_000;

/** Maximum text and list lengths, tried one after the other until a result fits. */
const LEVELS = [
  { text: Number.POSITIVE_INFINITY, list: Number.POSITIVE_INFINITY },
  { text: 4_000, list: 50 },
  { text: 1_500, list: 40 },
  { text: 500, list: 30 },
  { text: 200, list: 20 },
  { text: 100, list: 10 },
  { text: 50, list: 3 },
] as const;
type Level = (typeof LEVELS)[number];

/** Number of levels that a page of a list may use before it is read again with fewer items. */
const LEVELS_OF_PAGE = 4;
const CUT = '… [cut]';
/** Never cut: half of an id or a URL is useless. */
const WHOLE = /^(id|url|cursor|ref|notice)$|Ids?$/;

/** `value` with each of its texts replaced; `key` is the name of the nearest field. */
function mapTexts<T>(value: T, replace: (text: string, key: string) => string, key = ''): T {
  if (typeof value === 'string') return replace(value, key) as T;
  if (Array.isArray(value)) return value.map((one) => mapTexts(one, replace, key)) as T;
  if (!isRecord(value)) return value;
  const fields = Object.entries(value).map(([name, field]) => [
    name,
    mapTexts(field, replace, name),
  ]);
  return Object.fromEntries(fields) as T;
}

const isRecord = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !(value instanceof Date);

/** The largest version of a result that fits: first its texts are cut, finally its lists. */
export function fit<T extends object>(result: T): T {
  for (const level of LEVELS) {
    const cut = shorten(result, level);
    if (fits(cut)) return cut;
  }
  return shorten(result, LEVELS.at(-1) as Level);
}

/**
 * A page that fits. If even short texts do not, it is read again with half of its items: cutting the list would
 * lose items that the cursor has passed.
 */
export async function fitPage<T extends object>(
  limit: number,
  read: (limit: number) => Promise<T>,
): Promise<T> {
  for (let items = limit; ; items = Math.floor(items / 2)) {
    const page = await read(items);
    if (items === 1) return fit(page);
    for (const level of LEVELS.slice(0, LEVELS_OF_PAGE)) {
      const cut = shorten(page, level);
      if (fits(cut)) return cut;
    }
  }
}

const fits = (value: object): boolean => Buffer.byteLength(JSON.stringify(value)) <= RESULT_BYTES;

/** The start of a text whose JSON has at most `bytes` bytes, and where the rest begins; null if all of it fits. */
export function slice(
  text: string,
  from: number,
  bytes: number,
): { part: string; next: number | null } {
  for (let length = Math.min(text.length - from, bytes); ; length = Math.floor(length * 0.8)) {
    const part = text.slice(from, from + length).replace(/[\uD800-\uDBFF]$/, '');
    if (Buffer.byteLength(JSON.stringify(part)) > bytes) continue;
    const next = from + part.length;
    return { part, next: next < text.length && part !== '' ? next : null };
  }
}

function shorten<T>(value: T, { text, list }: Level): T {
  if (text === Number.POSITIVE_INFINITY) return value;
  const cutTexts = mapTexts(value, (one, key) =>
    one.length <= text || WHOLE.test(key)
      ? one
      : `${one.slice(0, text).replace(/[\uD800-\uDBFF]$/, '')}${CUT}`,
  );
  return cutLists(cutTexts, list);
}

function cutLists<T>(value: T, most: number): T {
  if (Array.isArray(value)) return value.slice(0, most).map((one) => cutLists(one, most)) as T;
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [name, cutLists(field, most)]),
  ) as T;
}

/**
 * Fields that are verbatim, have the name setting already applied (texts of documents and answers), or are not
 * text.
 */
const LEFT_ALONE = /^(quote|text|answer|id|url|cursor|ref|notice)$|Ids?$/;
/** Maximum characters that are searched for names: more would keep the processor busy for seconds. */
const SEARCHED = 150_000;

/**
 * A result with participants named as the team shows them in Slack, because it goes to a language model that the
 * team may not run itself. Quotes stay verbatim.
 */
export async function withTeamsNames<T extends object>(ctx: Context, result: T): Promise<T> {
  const { names } = await readSettings(ctx.db);
  if (names === 'full') return result;
  const written: string[] = [];
  mapTexts(result, (text, key) => {
    if (isWritten(key)) written.push(text);
    return text;
  });
  const length = written.reduce((sum, text) => sum + text.length, 0);
  // Text that was not searched is not shown.
  const longest = length <= SEARCHED ? length : Math.floor(SEARCHED / written.length);
  const people = await participantsIn(
    ctx,
    written.map((text) => cut(text, longest)),
  );
  return mapTexts(result, (text, key) => {
    if (key === 'participantName') return shownName(text, names);
    return isWritten(key) ? withShownNames(cut(text, longest), people, names) : text;
  });
}

const isWritten = (key: string): boolean => !LEFT_ALONE.test(key) && key !== 'participantName';
