const token = /[\p{L}\p{N}\p{M}]+(?:['’-][\p{L}\p{M}\p{N}]+)*|\S/gu;
const anyOf = (list: string): RegExp => new RegExp(`^(?:${list.trim().replaceAll(/\s+/g, '|')})$`);

const determiner = anyOf(`
the a an my our your their his her its this these those some any no each every all other more many new different
several few`);
const preposition = anyOf('of with for in about from on by into between without using during');
const beforeVerb = anyOf(`
to i we you they he she it can could would will should must might may don't didn't doesn't not never always just i'm
we're you're they're i've been be have has had really very so too let help helps who that`);
const beforeAdjective = anyOf(`
is are was were isn't wasn't aren't been be it's that's very really so too more most pretty quite super feel felt seems`);
const object = anyOf('the a an my our your their his her me us them some any');
const after = anyOf(`
is are was were has have can could will would should and or of for in on with from that which to as at by but so because
when if`);
const ending = /(?:ly|n't|'.*|est|ful|ible|able|ical|ious|icient|less|ive)$/;
const neverNoun = anyOf(`
etc however though although therefore otherwise instead maybe okay since once twice ago versus vs forth back top bottom
half couple bunch higher lower bigger smaller easier faster one two three four five six seven eight nine ten dozen
hundred thousand million today yesterday tomorrow tonight till til cuz god com yep nope wow gonna ones everybody unclear
wrong fantastic perfect immediate hope worry left built away along around together aside apart ahead appear appears hold
black white red blue green proud visual wish wishes
`);

/**
 * Returns a test for words that these texts mostly use as nouns, by the English words around them. A word
 * without such hints, as in other languages, counts as a noun.
 */
export function nounsOf(texts: readonly string[]): (word: string) => boolean {
  const leanings = new Map<string, number>();
  for (const text of texts) {
    const list = text.toLowerCase().replaceAll('’', "'").match(token) ?? [];
    for (const [at, word] of list.entries()) {
      if (!/\p{L}/u.test(word)) continue;
      const lean = leaning(word, list[at - 1] ?? '', list[at + 1] ?? '');
      leanings.set(word, (leanings.get(word) ?? 0) + lean);
    }
  }
  return (word) => (leanings.get(word) ?? 1) > 0 && !ending.test(word) && !neverNoun.test(word);
}

function leaning(word: string, before: string, next: string): number {
  const ends = !/[\p{L}\p{N}]/u.test(next) || after.test(next);
  const company = determiner.test(before)
    ? [0.2, 1.2]
    : preposition.test(before)
      ? [0.1, 0.8]
      : beforeVerb.test(before)
        ? [-1.2, -1.2]
        : beforeAdjective.test(before)
          ? [0, -1]
          : [0.1, 0.4];
  return (
    (company[ends ? 1 : 0] as number) -
    (object.test(next) ? 1 : 0) -
    (/(?:ed|ing)$/.test(word) ? 0.4 : 0)
  );
}
