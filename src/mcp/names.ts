import { participantsIn, shownName, withShownNames } from '../beliefs/participants/shown-name.js';
import type { Context } from '../core/context.js';
import { readSettings } from '../core/team-settings.js';
import { mapTexts } from './fit.js';

/** Verbatim, named already (the texts of documents and answers), or no text at all. */
const LEFT_ALONE = /^(quote|text|answer|id|url|cursor|ref|notice)$|Ids?$/;

/**
 * A result with participants named as the team shows them in Slack: it goes to a language model that
 * the team may not run itself. Quotes stay verbatim.
 */
export async function withTeamsNames<T extends object>(ctx: Context, result: T): Promise<T> {
  const { names } = await readSettings(ctx.db);
  if (names === 'full') return result;
  const written: string[] = [];
  mapTexts(result, (text, key) => {
    if (!LEFT_ALONE.test(key) && key !== 'participantName') written.push(text);
    return text;
  });
  const people = await participantsIn(ctx, written);
  return mapTexts(result, (text, key) => {
    if (key === 'participantName') return shownName(text, names);
    return LEFT_ALONE.test(key) ? text : withShownNames(text, people, names);
  });
}
