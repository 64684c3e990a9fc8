import { eachPersonFirst } from '../../../beliefs/participants/each-person-first.js';
import type { HideNames } from '../../../beliefs/participants/pseudonyms.js';
import type { Context } from '../../../core/context.js';
import { cut } from '../../../core/words.js';
import type { SaidRow } from '../../queries/model.js';
import { nearnessTo } from '../asking/nearest.js';
import { endOf } from '../checking/check-pairs.js';
import { type WordsAround, wordsAroundStored } from '../checking/words-around.js';

/** A claim or a quote that counts; a copy has the words around its original. */
export interface Row extends SaidRow {
  copyOf?: string;
  around?: WordsAround;
}

/** The number of items that fit in a call with their answers, by tokens; at least one. */
export const fitting = (
  context: number,
  tokens: Record<'belief' | 'answer' | 'other', number>,
  most: number,
): number =>
  Math.max(
    1,
    Math.min(most, Math.floor((context - tokens.other) / (tokens.belief + tokens.answer))),
  );

/** Quotes for and against a belief, and related ones from the same research. */
export interface Material {
  for: readonly Row[];
  against: readonly Row[];
  others: readonly Row[];
  /** The end of the question that a short quote answers. */
  asked: ReadonlyMap<Row, string>;
}

/** A belief with all quotes for and against it. */
export interface Believed extends Pick<Material, 'for' | 'against'> {
  statement: string;
}

/** Most characters of a quote shown to a model. Hardly any quote is longer, and the part cut off may be its point. */
export const longestQuote = 400;
/**
 * A quote with fewer characters is hardly understood without its question; the second limit is that of the question.
 */
export const shortQuote = 120;
export const longestAsked = 90;

/** Chooses what is shown for each belief: quotes of different people first, and the claims nearest to its text. */
export async function materialFor(
  ctx: Context,
  beliefs: readonly Believed[],
  texts: readonly string[],
  rows: readonly Row[],
  most: Record<'for' | 'against' | 'others', number>,
): Promise<Material[]> {
  const nearness = await nearnessTo(
    ctx,
    rows.map(({ claim }) => claim),
    texts,
  );
  const chosen = beliefs.map((belief, at) => {
    const agree = eachPersonFirst(belief.for, personOf).slice(0, most.for);
    const against = eachPersonFirst(belief.against, personOf).slice(0, most.against);
    const known = new Set([...belief.for, ...belief.against].map(({ quote }) => quote));
    const others = nearness
      .nearest(texts[at] ?? '', most.others + known.size)
      .map((place) => rows[place] as Row)
      .filter(({ quote }) => !known.has(quote) && known.add(quote));
    return { for: agree, against, others: others.slice(0, most.others) };
  });
  const asked = await questionsOf(ctx, chosen.flatMap(allOf));
  return chosen.map((material) => ({ ...material, asked }));
}

async function questionsOf(ctx: Context, rows: readonly Row[]): Promise<Map<Row, string>> {
  const short = rows.filter(({ quote }) => quote.length < shortQuote);
  const around = await wordsAroundRows(ctx, short);
  return new Map(
    short.flatMap((row) => {
      const { asked } = around.get(row) ?? {};
      return asked ? [[row, endOf(asked, longestAsked)] as const] : [];
    }),
  );
}

/** Returns the words around quotes, including quotes that are not stored yet. */
export async function wordsAroundRows<One extends Row>(
  ctx: Context,
  rows: readonly One[],
): Promise<Map<One, WordsAround>> {
  const idOf = ({ quoteId, copyOf }: One): string => copyOf ?? quoteId;
  const stored = await wordsAroundStored(
    ctx,
    rows.flatMap((row) => (row.around ? [] : [idOf(row)])),
  );
  return new Map(
    rows.flatMap((row) => {
      const around = row.around ?? stored.get(idOf(row));
      return around ? [[row, around] as const] : [];
    }),
  );
}

const personOf = ({ participantId }: SaidRow): string => participantId;

export const allOf = ({ for: agree, against, others }: Omit<Material, 'asked'>): Row[] => [
  ...agree,
  ...against,
  ...others,
];

/**
 * The material in the form sent to a model: quotes as [number, person, quote], a short one with its question.
 * `people` are numbered in the order in which a call shows them, so that they can be followed from belief to belief.
 */
export function shownMaterial(material: Material, hide: HideNames, people: string[] = []) {
  const { for: agree, against, asked } = material;
  const numberOf = (person: string): number => {
    const at = people.indexOf(person);
    return at < 0 ? people.push(person) : at + 1;
  };
  const list = (said: readonly Row[], first: number) =>
    said.map((row, at) => [
      ...[first + at, numberOf(personOf(row)), hide(cut(row.quote, longestQuote)).text],
      ...(asked.has(row) ? [hide(asked.get(row) ?? '').text] : []),
    ]);
  return {
    for: list(agree, 0),
    against: list(against, agree.length),
    others: list(material.others, agree.length + against.length),
  };
}
