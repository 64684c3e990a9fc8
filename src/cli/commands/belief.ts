import { keepSignal, mergeSignals, retireSignal } from '../../analysis/curate/merge-signals.js';
import { mergeThemes } from '../../analysis/curate/merge-themes.js';
import { promoteTheme } from '../../analysis/curate/promote-theme.js';
import { renameSignal, renameTheme } from '../../analysis/curate/rename.js';
import { splitSignal } from '../../analysis/curate/split-signal.js';
import { waitingTopics } from '../../analysis/queries/beliefs.js';
import { signalRef } from '../../beliefs/signals/ref.js';
import type { Context } from '../../core/context.js';
import { invalidRequest, NotFound } from '../../core/errors.js';
import { counted } from '../../core/words.js';
import { command, UsageError, wholeNumber } from '../command.js';
import { type NamedSignal, signalNamed } from '../signal-named.js';
import { studyIdOf } from '../study-named.js';
import { themeLine } from '../theme-line.js';
import { operatorContext } from '../with-database.js';

type Kind = 'theme' | 'signal';

/** The theme or signal that an argument names, and its name for people. */
async function subjectOf(
  kind: Kind,
  ctx: Context,
  named: string,
): Promise<[id: string, name: string]> {
  if (kind === 'theme') return [named, named];
  const { signalId, ref } = await signalNamed(ctx, named);
  return [signalId, ref];
}

const rename = (kind: Kind, verb: typeof renameTheme) =>
  command({
    name: `${kind} rename`,
    summary: `give a ${kind} a name of your own, which the service keeps`,
    args: ['id'],
    options: { team: { type: 'string' }, as: { type: 'string' }, label: { type: 'string' } },
    required: ['team'],
    run: async (input) => {
      const { as, label: named = as } = input.options;
      if (!named) throw new UsageError('--as is missing: the new name.');
      const ctx = await operatorContext(input);
      const [id] = await subjectOf(kind, ctx, input.args.id as string);
      await verb(ctx, id, named);
      return { [`${kind}Id`]: id, label: named.trim() };
    },
    show: (renamed) => `The ${kind} is now called ${JSON.stringify(renamed.label)}.`,
  });

const merge = (
  kind: Kind,
  summary: string,
  verb: (ctx: Context, id: string, intoId: string) => Promise<void>,
) =>
  command({
    name: `${kind} merge`,
    summary,
    args: ['id'],
    options: { team: { type: 'string' }, into: { type: 'string' } },
    required: ['team', 'into'],
    run: async (input) => {
      const ctx = await operatorContext(input);
      const [id] = await subjectOf(kind, ctx, input.args.id as string);
      const [into, name] = await subjectOf(kind, ctx, input.options.into as string);
      await verb(ctx, id, into);
      return { [`${kind}Id`]: id, into, ...(kind === 'signal' && { ref: name }) };
    },
    show: ({ into, ref = into }) => `It is now part of ${ref}.`,
  });

export const themeRename = rename('theme', renameTheme);
export const signalRename = rename('signal', renameSignal);
export const themeMerge = merge('theme', 'merge two themes of a study', mergeThemes);
export const signalMerge = merge('signal', 'merge two signals', mergeSignals);

export const signalKeep = command({
  name: 'signal keep',
  summary: 'confirm a signal, so that no later reading removes it',
  args: ['id'],
  options: { team: { type: 'string' } },
  required: ['team'],
  run: async (input) => {
    const ctx = await operatorContext(input);
    const signal = await signalNamed(ctx, input.args.id as string);
    await keepSignal(ctx, signal.signalId);
    return signal;
  },
  show: ({ ref }: NamedSignal) => `${ref} is kept.`,
});

export const signalSplit = command({
  name: 'signal split',
  summary: 'move quotes out of a signal into a new one',
  args: ['id'],
  options: {
    team: { type: 'string' },
    as: { type: 'string' },
    quote: { type: 'string', multiple: true },
  },
  required: ['team', 'as'],
  run: async (input) => {
    if (!input.lists.quote)
      throw new UsageError('--quote is missing: the id of each quote to move out.');
    const ctx = await operatorContext(input);
    const { signalId, ref: from } = await signalNamed(ctx, input.args.id as string);
    const evidenceIds = [...new Set(input.lists.quote)];
    const made = await splitSignal(ctx, signalId, {
      sentence: input.options.as as string,
      evidenceIds,
    });
    const ref = signalRef(made.refNumber);
    return { signalId: made.signalId, ref, from, quotes: evidenceIds.length };
  },
  show: ({ ref, from, quotes }) =>
    `${counted(quotes, 'quote')} moved from ${from} to the new belief ${ref}.`,
});

export const themePromote = command({
  name: 'theme promote',
  summary: 'turn a theme into a belief: its quotes support the sentence',
  args: ['id'],
  options: { team: { type: 'string' }, as: { type: 'string' } },
  required: ['team', 'as'],
  run: async (input) => {
    const [id, sentence] = [input.args.id as string, input.options.as as string];
    const ctx = await operatorContext(input);
    const made = await promoteTheme(ctx, id, sentence).catch((error: unknown) => {
      if (!(error instanceof NotFound)) throw error;
      throw invalidRequest(`${error.message} theme list --team TEAM shows the ids.`);
    });
    return { signalId: made.signalId, ref: signalRef(made.refNumber), entryId: made.entryId };
  },
  show: ({ ref, entryId }) =>
    `It is now ${ref}. To list quotes from all studies that probably support it: signal quotes ${ref} --likely. To find more automatically, add patterns to its entry ${entryId}: codebook export, codebook import.`,
});

const THEMES_LISTED = 50;

export const themeList = command({
  name: 'theme list',
  summary: 'list the themes without a belief, with their ids, most people first',
  options: {
    team: { type: 'string' },
    study: { type: 'string' },
    limit: { type: 'string' },
  },
  required: ['team'],
  run: async (input) => {
    const limit = wholeNumber(input.options, 'limit', { min: 1, max: 10_000 }) ?? THEMES_LISTED;
    const ctx = await operatorContext(input);
    const { study } = input.options;
    const studies = study === undefined ? null : [await studyIdOf(ctx, study)];
    const found = await ctx.db.rows(waitingTopics, studies, limit);
    return {
      total: found[0]?.all ?? 0,
      themes: found.map(({ all: _, ...theme }) => theme),
    };
  },
  show: ({ total, themes }) => {
    if (total === 0) return 'Every theme has a belief.';
    const left = total - themes.length;
    return [
      ...themes.map(themeLine),
      ...(left > 0 ? [`and ${left} more: --limit N lists more`] : []),
    ].join('\n');
  },
});

export const signalRetire = command({
  name: 'signal retire',
  summary: 'close a signal that no longer holds; it is kept as a record',
  args: ['id'],
  options: { team: { type: 'string' } },
  required: ['team'],
  run: async (input) => {
    const ctx = await operatorContext(input);
    const signal = await signalNamed(ctx, input.args.id as string);
    await retireSignal(ctx, signal.signalId);
    return signal;
  },
  show: ({ ref }: NamedSignal) => `${ref} is retired.`,
});
