/**
 * The first of each person, then the others: a few of them show several people. Of `heard` nobody comes first.
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
