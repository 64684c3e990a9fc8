import { eachPersonFirst } from '../../beliefs/participants/each-person-first.js';
import type { HideNames } from '../../beliefs/participants/pseudonyms.js';
import type { Context } from '../../core/context.js';
import { cut } from '../../core/words.js';
import type { SaidRow } from '../queries/model.js';
import { nearnessTo } from './nearest.js';

/** Words of people for and against a belief, and nearby in the same research. */
export interface Material {
  for: readonly SaidRow[];
  against: readonly SaidRow[];
  others: readonly SaidRow[];
}

/** A belief with all that counts for and against it. */
export interface Believed extends Omit<Material, 'others'> {
  statement: string;
}

/** Chooses what is shown of each belief: quotes of different people first, and of all claims those nearest to its text. */
export async function materialFor(
  ctx: Context,
  beliefs: readonly Believed[],
  texts: readonly string[],
  rows: readonly SaidRow[],
  most: Record<keyof Material, number>,
): Promise<Material[]> {
  const nearness = await nearnessTo(
    ctx,
    rows.map(({ claim }) => claim),
    texts,
  );
  return beliefs.map((belief, at) => {
    const agree = eachPersonFirst(belief.for, personOf).slice(0, most.for);
    const against = eachPersonFirst(belief.against, personOf).slice(0, most.against);
    const known = new Set([...belief.for, ...belief.against].map(({ quote }) => quote));
    const others = nearness
      .nearest(texts[at] ?? '', most.others + known.size)
      .map((place) => rows[place] as SaidRow)
      .filter(({ quote }) => !known.has(quote) && known.add(quote));
    return { for: agree, against, others: others.slice(0, most.others) };
  });
}

const personOf = ({ participantId }: SaidRow): string => participantId;

export const allOf = ({ for: agree, against, others }: Material): SaidRow[] => [
  ...agree,
  ...against,
  ...others,
];

/** The material as a model sees it, quotes as [number, person, quote]. */
export function shownMaterial(material: Material, hide: HideNames, longest: number) {
  const { for: agree, against } = material;
  const people = [...new Set(allOf(material).map(personOf))];
  const list = (said: readonly SaidRow[], first: number) =>
    said.map(({ participantId, quote }, at) => [
      ...[first + at, people.indexOf(participantId) + 1],
      hide(cut(quote, longest)).text,
    ]);
  return {
    for: list(agree, 0),
    against: list(against, agree.length),
    others: list(material.others, agree.length + against.length),
  };
}
