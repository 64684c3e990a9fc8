import { participantsIn, shownName, withShownNames } from '../beliefs/participants/shown-name.js';
import type { Context } from '../core/context.js';
import { readSettings } from '../core/team-settings.js';
import { cut } from '../core/words.js';
import { mapTexts } from './fit.js';

/** Verbatim, named already (the texts of documents and answers), or no text at all. */
const LEFT_ALONE = /^(quote|text|answer|id|url|cursor|ref|notice)$|Ids?$/;
/** Most characters that are searched for names: more would keep the processor busy for seconds. */
const SEARCHED = 150_000;

/**
 * A result with participants named as the team shows them in Slack: it goes to a language model that
 * the team may not run itself. Quotes stay verbatim.
 */
export async function withTeamsNames<T extends object>(ctx: Context, result: T): Promise<T> {
  const { names } = await readSettings(ctx.db);
  if (names === 'full') return result;
  const written: string[] = [];
  mapTexts(result, (text, key) => {
    if (isWritten(key)) written.push(text);
    return text;
  });
  const length = written.reduce((sum, text) => sum + text.length, 0);
  // What was not searched is not shown.
  const longest = length <= SEARCHED ? length : Math.floor(SEARCHED / written.length);
  const people = await participantsIn(
    ctx,
    written.map((text) => cut(text, longest)),
  );
  return mapTexts(result, (text, key) => {
    if (key === 'participantName') return shownName(text, names);
    return isWritten(key) ? withShownNames(cut(text, longest), people, names) : text;
  });
}

const isWritten = (key: string): boolean => !LEFT_ALONE.test(key) && key !== 'participantName';
