import type { Context } from '../../core/context.js';
import { namesIn, numberedPseudonyms } from './pseudonyms.js';

/** Data for a model in which participants have pseudonyms, with functions for further texts. */
interface WithoutNames<T> {
  data: T;
  /** Hides the names in a text of the data; maps positions back to the original. */
  hide: ReturnType<typeof numberedPseudonyms>['hide'];
  /** Puts the names back into a text by the model. */
  reveal(text: string): string;
}

/** Fields with the service's own values, in which no one is named. */
const ours: ReadonlySet<string> = new Set(['evidenceId', 'ref', 'follows']);
const numberedLabel = /\bparticipant (\d{1,6})\b/gi;

/**
 * Replaces the names of the team's participants and e-mail addresses in data for a model, unless a setting allows
 * them to be sent. Names in `people` are hidden as a whole, others are found by their words.
 */
export async function withoutNames<T>(
  ctx: Context,
  data: T,
  people: readonly string[] = [],
): Promise<WithoutNames<T>> {
  const texts = [...textsOf(data)];
  const names = await namesIn(ctx, texts, people);
  // a team may call its people "Participant 3": those keep their numbers
  const taken = texts.flatMap((text) =>
    [...text.matchAll(numberedLabel)].map(([, number]) => Number(number)),
  );
  const { hide, reveal } = numberedPseudonyms(names, taken.reduce((a, b) => Math.max(a, b), 0) + 1);
  return { data: mapTexts(data, (text) => hide(text).text) as T, hide, reveal };
}

function* textsOf(data: unknown): Generator<string> {
  if (typeof data === 'string') yield data;
  else if (Array.isArray(data)) for (const one of data) yield* textsOf(one);
  else if (data !== null && typeof data === 'object') {
    for (const [name, value] of Object.entries(data)) if (!ours.has(name)) yield* textsOf(value);
  }
}

function mapTexts(data: unknown, change: (text: string) => string): unknown {
  if (typeof data === 'string') return change(data);
  if (Array.isArray(data)) return data.map((one) => mapTexts(one, change));
  if (data === null || typeof data !== 'object') return data;
  const entries = Object.entries(data).map(([name, value]) => [
    name,
    ours.has(name) ? value : mapTexts(value, change),
  ]);
  return Object.fromEntries(entries);
}
