/** Row counts of a generated team. */
export interface Shape {
  quotes: number;
  signals: number;
  studies: number;
  interviews: number;
  participants: number;
}

export const THEMES_PER_SIGNAL = 3;

/**
 * A team that grows as teams usually do: the number of beliefs grows with the quotes, about 100 quotes per belief.
 */
export const wide = (quotes: number): Shape => ({
  ...people(quotes),
  signals: Math.ceil(quotes / 100),
  studies: Math.ceil(quotes / 2_000),
});

/**
 * A team whose beliefs and questions stay the same while interviews are added. It has so few beliefs that ten
 * thousand quotes fill every response: more quotes do not make a response longer, but leave more to choose from.
 */
export const deep = (quotes: number): Shape => ({ ...people(quotes), signals: 20, studies: 20 });

const people = (quotes: number) => ({
  quotes,
  interviews: Math.ceil(quotes / 10),
  participants: Math.ceil(quotes / 20),
});
