/** Row counts of a generated team. */
export interface Shape {
  quotes: number;
  signals: number;
  studies: number;
  interviews: number;
  participants: number;
}

export const THEMES_PER_SIGNAL = 3;

/** A team that grows as teams do: the number of beliefs grows with the quotes, about 100 quotes per belief. */
export const wide = (quotes: number): Shape => ({
  ...people(quotes),
  signals: Math.ceil(quotes / 100),
  studies: Math.ceil(quotes / 2_000),
});

/**
 * A team that believes and asks the same all the time, and only listens more. So few beliefs that ten thousand
 * quotes fill every answer: with more quotes an answer is not longer, only chosen from more.
 */
export const deep = (quotes: number): Shape => ({ ...people(quotes), signals: 20, studies: 20 });

const people = (quotes: number) => ({
  quotes,
  interviews: Math.ceil(quotes / 10),
  participants: Math.ceil(quotes / 20),
});
