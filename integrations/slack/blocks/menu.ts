import { createHash } from 'node:crypto';
import type { ExternalSelect, PlainTextOption } from '@slack/types';
import type { Context } from '../../../src/core/context.js';
import { notFound } from '../../../src/core/errors.js';
import { cut } from '../../../src/core/words.js';
import { openStudyNamed } from '../../../src/interviews/open-study.js';
import { chosenStudy, studiesToChoose } from '../queries/options.js';
import { ours, plain } from './text.js';

/** A menu that a person is typing into. */
interface Typing {
  /** The text typed so far. */
  text: string;
  blockId: string;
  /** The draft id in the modal's or message's metadata. */
  subjectId: string;
}

/** Returns at most 100 options; Slack waits for them, so only the database is queried. */
export type Menu = (ctx: Context, typing: Typing) => Promise<PlainTextOption[]>;

/** Slack's limit for an option's value and text. */
const OPTION_LIMIT = 75;
const DIGEST = 40;

/**
 * The menu value for an id: the id itself, or, if it is too long for Slack, `#` and the start of its SHA-256; ids
 * never contain `#`.
 */
const optionValue = (id: string): string =>
  id.length <= OPTION_LIMIT
    ? id
    : `#${createHash('sha256').update(id).digest('hex').slice(0, DIGEST)}`;

export const option = (id: string, text: string): PlainTextOption => ({
  value: optionValue(id),
  text: plain(text, OPTION_LIMIT),
});

/** A menu of the team's open beliefs (`intoBeliefMenu`). */
export const beliefSelect: ExternalSelect = {
  type: 'external_select',
  action_id: 'belief.into',
  min_query_length: 0,
  placeholder: ours('Type a word from the belief, or its ref (SIG-12)'),
};

const MOST = 99;

/** Marks the value of an option that opens a new study; no id has a colon. */
const NEW_STUDY = 'new:';

/** The team's studies by name; the typed text is offered as a new one. */
export const studyMenu: Menu = async (ctx, { text }) => {
  const studies = await ctx.db.rows(studiesToChoose, text.trim(), MOST);
  const typed = text.replace(/\s+/g, ' ').trim();
  const known = studies.some(({ name }) => name.toLowerCase() === typed.toLowerCase());
  return [
    ...studies.map(({ studyId, name }) => option(studyId, name)),
    ...(typed && !known ? [newStudy(typed)] : []),
  ];
};

/** True for the value of an option that opens a new study. */
export const isNewStudy = (choice: string): boolean => choice.startsWith(NEW_STUDY);

/** The option for a chosen study; undefined if it no longer exists. */
export async function studyOption(
  ctx: Context,
  choice: string,
): Promise<PlainTextOption | undefined> {
  if (isNewStudy(choice)) return newStudy(choice.slice(NEW_STUDY.length));
  const study = await ctx.db.row(chosenStudy, choice);
  return study && option(study.studyId, study.name);
}

function newStudy(typed: string): PlainTextOption {
  const name = cut(typed, OPTION_LIMIT - NEW_STUDY.length);
  return { value: NEW_STUDY + name, text: plain(`New study: ${name}`, OPTION_LIMIT) };
}

/**
 * Returns the study chosen from the menu, creating it if a new one was chosen. Runs in the caller's transaction,
 * so that the study is created only together with its content. Throws `not_found`.
 */
export async function studyOfChoice(
  tx: Context,
  choice: string,
): Promise<{ studyId: string; name: string }> {
  if (isNewStudy(choice)) {
    const name = choice.slice(NEW_STUDY.length);
    return { ...(await openStudyNamed(tx, name)), name };
  }
  const study = await tx.db.row(chosenStudy, choice);
  if (!study) throw notFound('study', choice);
  return study;
}
