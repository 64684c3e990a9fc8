import { type Names, participantsIn, withShownNames } from '../beliefs/participants/shown-name.js';
import type { CardMessageRow } from '../beliefs/queries/follow-ups.js';
import type { Context } from '../core/context.js';
import type { PageSubject } from '../core/page-links.js';
import { readSettings } from '../core/team-settings.js';

/** One person's visit to one page: what they may see, and which pages they may open from there. */
export interface Visit {
  /** The context of the one team whose pages they see. */
  ctx: Context;
  /** URL of the index, if they may open it. */
  index: string | undefined;
  /** A few words about the person who is signed in. */
  visitor?: string;
  /** The path of this page. */
  path: string;
  /** URL of another page that they can open; undefined if they may not. */
  to(subject: PageSubject): string | undefined;
  /** URL of this page with these parameters. */
  here(parameters: Record<string, string>): string;
  /** URL of a card's message in Slack. */
  slack(message: CardMessageRow): string;
}

/** A visit with the team's setting for participants' names. */
export interface View extends Visit {
  names: Names;
}

/** Reads the team's setting, so that a page can read it together with its content. */
export const viewOf = async (visit: Visit): Promise<View> => ({
  ...visit,
  names: (await readSettings(visit.ctx.db)).names,
});

/** Applies the team's name setting to the names in a text. */
export type Say = (text: string) => string;

/**
 * Returns a function that applies the team's name setting to participants' names in these texts. For prose, never
 * for quotes.
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
