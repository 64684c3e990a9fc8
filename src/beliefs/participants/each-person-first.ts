/**
 * Sorts the first item of each person before all others, so that a short list shows several people. People in `heard`
 * do not come first.
 */
export function eachPersonFirst<T>(
  said: readonly T[],
  personOf: (one: T) => string,
  heard: readonly string[] = [],
): T[] {
  const people = new Set(heard);
  const first = new Set<T>();
  for (const one of said) {
    const person = personOf(one);
    if (people.has(person)) continue;
    people.add(person);
    first.add(one);
  }
  return [...first, ...said.filter((one) => !first.has(one))];
}
