import { type Names, participantsIn, withShownNames } from '../beliefs/participants/shown-name.js';
import type { CardMessageRow } from '../beliefs/queries/follow-ups.js';
import type { Context } from '../core/context.js';
import type { PageSubject } from '../core/page-links.js';
import { readSettings } from '../core/team-settings.js';

/** One person looking at one page: what they may see, and where they may go from there. */
export interface Visit {
  /** The context of the one team whose pages they see. */
  ctx: Context;
  /** Address of the index, if they may open it. */
  index: string | undefined;
  /** A few words on the person who is signed in. */
  visitor?: string;
  /** The address of another page, as they can open it; undefined if they cannot. */
  to(subject: PageSubject): string | undefined;
  /** The address of this page with these parameters. */
  here(parameters: Record<string, string>): string;
  /** The address of a card's message in Slack. */
  slack(message: CardMessageRow): string;
}

/** A visit with the form of participants' names that the team wants. */
export interface View extends Visit {
  names: Names;
}

/** Reads the team's wish; a page reads it together with its content. */
export const viewOf = async (visit: Visit): Promise<View> => ({
  ...visit,
  names: (await readSettings(visit.ctx.db)).names,
});

/** Shows the names in a text as the team wants them. */
export type Say = (text: string) => string;

/**
 * A function that shows the names of the team's participants in these texts as the team wants them.
 * It is for prose, never for quotes.
 */
export async function prose(
  { ctx, names }: View,
  texts: readonly (string | null | undefined)[],
): Promise<Say> {
  if (names === 'full') return (text) => text;
  const people = await participantsIn(
    ctx,
    texts.filter((text) => typeof text === 'string'),
  );
  return (text) => withShownNames(text, people, names);
}
