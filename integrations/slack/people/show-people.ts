import { participantsNamed } from '../../../db/queries/participants-named.js';
import type { Context } from '../../../src/context.js';
import { possibleNames, withPeopleShown } from '../messages/people-in-words.js';
import type { Names } from '../messages/person-name.js';

/**
 * A rendering in which the team's participants are named as it chose, also where a colleague or a model wrote
 * their whole names into a recommendation or a summary. Quotes stay as they were said.
 */
export async function showPeople<T>(ctx: Context, names: Names, rendered: T): Promise<T> {
  if (names === 'full') return rendered;
  const possible = possibleNames(rendered);
  if (possible.length === 0) return rendered;
  const people = await ctx.db.rows(participantsNamed, possible);
  const known = people.map(({ displayName }) => displayName);
  return known.length > 0 ? withPeopleShown(rendered, known, names) : rendered;
}
