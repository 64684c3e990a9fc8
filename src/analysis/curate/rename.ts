import { Theme } from '../../../db/entities/evidence.js';
import { Signal } from '../../../db/entities/signal.js';
import { lockTeam } from '../../../db/queries/teams.js';
import { refreshSearchByPage, searchIsStale } from '../../answers/search/refresh-search.js';
import { recordHistory } from '../../beliefs/history/history.js';
import { type Context, inTransaction } from '../../core/context.js';
import { invalidRequest, notFound } from '../../core/errors.js';
import { emit } from '../../core/events.js';
import { OWN } from '../ids.js';
import { renameOwnBelief } from '../queries/curate.js';
import { beliefKeyOf } from './own-entry.js';

const LONGEST_LABEL = 200;

/** Renames a theme; the service never changes the name again. Throws `not_found`, `invalid_request`. */
export async function renameTheme(ctx: Context, themeId: string, label: string): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const named = checkedLabel(label);
    const theme = await tx.db.lock(Theme, { themeId });
    if (!theme) throw notFound('theme', themeId);
    await tx.db.update(Theme, { themeId }, { label: named, labelByPerson: true });
    await recordHistory(tx, {
      action: 'rename',
      subjectType: 'theme',
      subjectId: themeId,
      detail: { from: theme.label, to: named },
    });
    await emit(tx, 'materialChanged', { themeIds: [themeId] });
    await searchIsStale(tx);
  });
  await refreshSearchByPage(ctx);
}

/**
 * Renames a signal; the service never changes the name again. If a person made the belief, its themes and its entry in
 * the codebook get the sentence too. Throws `not_found`, `invalid_request`.
 */
export async function renameSignal(ctx: Context, signalId: string, label: string): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const named = checkedSentence(label);
    await tx.db.row(lockTeam);
    const signal = await tx.db.lock(Signal, { signalId });
    if (!signal) throw notFound('signal', signalId);
    await tx.db.update(Signal, { signalId }, { label: named, labelByPerson: true });
    const key = beliefKeyOf(signal);
    const themes = key.startsWith(OWN)
      ? await tx.db.rows(renameOwnBelief, key, signal.label, named, tx.now)
      : [];
    await recordHistory(tx, {
      action: 'rename',
      subjectType: 'signal',
      subjectId: signalId,
      detail: { from: signal.label, to: named },
    });
    await emit(tx, 'materialChanged', {
      signalIds: [signalId],
      themeIds: themes.map(({ themeId }) => themeId),
    });
    await searchIsStale(tx);
  });
  await refreshSearchByPage(ctx);
}

/** Validates a label and trims it. Throws `invalid_request`. */
function checkedLabel(label: string): string {
  const named = label.trim();
  if (named === '' || named.length > LONGEST_LABEL) {
    throw invalidRequest(
      `A label must have 1 to ${LONGEST_LABEL} characters, not ${named.length}.`,
    );
  }
  return named;
}

/** For `sentenceProblem`, in whatever language. */
const FEWEST_WORDS = 3;

/** Returns why a text is not the sentence of a belief; undefined if it is one. */
export function sentenceProblem(text: string): string | undefined {
  const segments = [...new Intl.Segmenter(undefined, { granularity: 'word' }).segment(text)];
  return segments.filter(({ isWordLike }) => isWordLike).length < FEWEST_WORDS
    ? `A belief is a sentence that someone could deny, of at least three words, such as “Phones distract people at work”.`
    : undefined;
}

/** Validates the sentence of a belief and trims it. Throws `invalid_request`. */
export function checkedSentence(text: string): string {
  const sentence = checkedLabel(text);
  const problem = sentenceProblem(sentence);
  if (problem) throw invalidRequest(problem);
  return sentence;
}
