import { read } from '../../../db/team-database.js';
import type { Context } from '../../core/context.js';
import { words } from '../../language/tokens.js';
import { namesOfResearch } from '../queries/ask-facts.js';
import { readNamesIn } from './people-named.js';

/** Number of newest studies whose names and objectives are read. */
const studiesRead = 50;
const capitalized = /(?<![\p{L}\p{N}])\p{Lu}[\p{L}\p{N}]*\p{Ll}[\p{L}\p{N}]*/gu;
const inMidSentence = new RegExp(`(?<=[\\p{L}\\p{N},;:]\\s)${capitalized.source}`, 'gu');
const ofCalendar =
  /^(?:january|february|march|april|may|june|july|august|september|october|november|december|(?:mon|tues|wednes|thurs|fri|satur|sun)day)$/i;

/**
 * Returns a function that replaces the product's name in a text by "the product". The name says little about a
 * question, since every belief is about the product ("What do users love about Kettle?"). A capitalized word counts
 * as the name if it also occurs in the team's name, or in the names or objectives of most studies. Names of
 * participants, months and weekdays do not count.
 */
export async function withoutProductName(
  ctx: Context,
  asked: readonly string[],
): Promise<(text: string) => string> {
  const written = new Set(asked.flatMap((text) => text.match(inMidSentence) ?? []));
  const names = [...written].filter((name) => !ofCalendar.test(name));
  if (names.length === 0) return asItIs;
  const [research, people] = await ctx.db.together(
    read(namesOfResearch, studiesRead),
    readNamesIn(names.join(' ')),
  );
  const ofPeople = new Set(people.flatMap(({ displayName }) => words(displayName)));
  const ofProduct = names.filter(
    (name) => isOfMost(name, research) && !words(name).some((word) => ofPeople.has(word)),
  );
  if (ofProduct.length === 0) return asItIs;
  const name = `(?:${ofProduct.join('|')})(?:['’]s)?(?![\\p{L}\\p{N}])`;
  const named = new RegExp(`(?<![\\p{L}\\p{N}])(?:the\\s+)?${name}(?:\\s+${name})*`, 'gu');
  return (text) => text.replace(named, 'the product');
}

const asItIs = (text: string): string => text;

interface Research {
  team: string;
  studies: readonly string[];
}

function isOfMost(name: string, research: readonly Research[]): boolean {
  const stands = (text: string): boolean => text.match(capitalized)?.includes(name) ?? false;
  return research.some(
    ({ team, studies }) => stands(team) || studies.filter(stands).length > studies.length / 2,
  );
}
