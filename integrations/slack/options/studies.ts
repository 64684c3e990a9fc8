import type { PlainTextOption } from '@slack/types';
import { chosenStudy, studiesToChoose } from '../../../db/queries/slack-options.js';
import type { Context } from '../../../src/context.js';
import { notFound } from '../../../src/errors.js';
import { openStudyNamed } from '../../../src/ingest/open-study.js';
import { cut } from '../../../src/words.js';
import { plain } from '../messages/text.js';
import type { Menu } from './menu.js';
import { OPTION_LIMIT, option } from './option-value.js';

const MOST = 99;

/** Marks the value of an option that opens a new study; no id has a colon. */
const NEW_STUDY = 'new:';

/** The team's studies by name; whatever is typed may also become a new one. */
export const studyMenu: Menu = async (ctx, { text }) => {
  const studies = await ctx.db.rows(studiesToChoose, text.trim(), MOST);
  const typed = text.replace(/\s+/g, ' ').trim();
  const known = studies.some(({ name }) => name.toLowerCase() === typed.toLowerCase());
  return [
    ...studies.map(({ studyId, name }) => option(studyId, name)),
    ...(typed && !known ? [newStudy(typed)] : []),
  ];
};

function newStudy(typed: string): PlainTextOption {
  const name = cut(typed, OPTION_LIMIT - NEW_STUDY.length);
  return { value: NEW_STUDY + name, text: plain(`New study: ${name}`, OPTION_LIMIT) };
}

/**
 * The study that was chosen from the menu, a new one opened where that was chosen. In the caller's transaction,
 * so that it is opened only together with what comes into it. Throws `not_found`.
 */
export async function studyOfChoice(
  tx: Context,
  choice: string,
): Promise<{ studyId: string; name: string }> {
  if (choice.startsWith(NEW_STUDY)) {
    const name = choice.slice(NEW_STUDY.length);
    return { ...(await openStudyNamed(tx, name)), name };
  }
  const study = await tx.db.row(chosenStudy, choice);
  if (!study) throw notFound('study', choice);
  return study;
}
