import { Study } from '../../../db/entities/study.js';
import { beliefByRef } from '../../../db/queries/card-material.js';
import { addQuote } from '../../analysis/curate/add-quote.js';
import { likelyQuotes } from '../../analysis/curate/likely-quotes.js';
import { keepSignal, mergeSignals, retireSignal } from '../../analysis/curate/merge-signals.js';
import { mergeThemes } from '../../analysis/curate/merge-themes.js';
import { promoteTheme } from '../../analysis/curate/promote-theme.js';
import { rejectQuote } from '../../analysis/curate/reject-quote.js';
import { renameSignal, renameTheme } from '../../analysis/curate/rename.js';
import { splitSignal } from '../../analysis/curate/split-signal.js';
import { waitingTopics } from '../../analysis/queries/beliefs.js';
import { readEvidence } from '../../beliefs/evidence/read-evidence.js';
import { signalRef } from '../../beliefs/signals/ref.js';
import type { Context } from '../../core/context.js';
import { invalidRequest, NotFound } from '../../core/errors.js';
import { studyNamed } from '../../interviews/open-study.js';
import { command, UsageError, wholeNumber } from '../command.js';
import { themeLine } from '../theme-line.js';
import { operatorContext } from '../with-database.js';

const idOf = (kind: 'theme' | 'signal', ctx: Context, named: string): Promise<string> =>
  kind === 'signal' ? signalIdOf(ctx, named) : Promise.resolve(named);

const rename = (kind: 'theme' | 'signal', verb: typeof renameTheme) =>
  command({
    name: `${kind} rename`,
    summary: `give a ${kind} a name of your own, which the service keeps`,
    args: ['id'],
    options: { team: { type: 'string' }, label: { type: 'string' } },
    required: ['team', 'label'],
    run: async (input) => {
      const ctx = await operatorContext(input);
      const id = await idOf(kind, ctx, input.args.id as string);
      const label = input.options.label as string;
      await verb(ctx, id, label);
      return { [`${kind}Id`]: id, label: label.trim() };
    },
    show: (renamed) => `The ${kind} is now called ${JSON.stringify(renamed.label)}.`,
  });

const merge = (
  kind: 'theme' | 'signal',
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
      const id = await idOf(kind, ctx, input.args.id as string);
      const into = await idOf(kind, ctx, input.options.into as string);
      await verb(ctx, id, into);
      return { [`${kind}Id`]: id, into };
    },
    show: ({ into }) => `It is now part of ${into}.`,
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
    const signalId = await signalIdOf(ctx, input.args.id as string);
    await keepSignal(ctx, signalId);
    return { signalId };
  },
  show: ({ signalId }) => `${signalId} is kept.`,
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
    const made = await splitSignal(ctx, await signalIdOf(ctx, input.args.id as string), {
      sentence: input.options.as as string,
      evidenceIds: input.lists.quote,
    });
    return { signalId: made.signalId, ref: signalRef(made.refNumber) };
  },
  show: ({ ref }) => `They are now ${ref}.`,
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

/** The study with this id or name. Throws `invalid_request`. */
async function studyIdOf(ctx: Context, named: string): Promise<string> {
  const found = (await ctx.db.findOne(Study, { studyId: named })) ?? (await studyNamed(ctx, named));
  if (!found) throw invalidRequest(`There is no study ${JSON.stringify(named)}.`);
  return found.studyId;
}

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
    const signalId = await signalIdOf(ctx, input.args.id as string);
    await retireSignal(ctx, signalId);
    return { signalId };
  },
  show: ({ signalId }) => `${signalId} is retired.`,
});

interface ListedQuote {
  evidenceId: string;
  quote: string;
  participantName: string;
  studyName: string;
}

const MOST_QUOTES = 100;

/** The quotes of a signal, or those that are likely to support it. */
async function quotesOf(ctx: Context, signalId: string, likely: boolean): Promise<ListedQuote[]> {
  const found = likely
    ? (await likelyQuotes(ctx, signalId)).map((one) => ({ ...one, evidenceId: one.quoteId }))
    : (
        await readEvidence(ctx, {
          ...{ signalId, includeCounterEvidence: true, limit: MOST_QUOTES, offset: 0 },
        })
      ).items;
  return found.map(({ evidenceId, quote, participantName, studyName }) => ({
    ...{ evidenceId, quote, participantName, studyName },
  }));
}

export const signalQuotes = command({
  name: 'signal quotes',
  summary: "list a signal's quotes with their ids, strongest first",
  args: ['id'],
  options: { team: { type: 'string' }, likely: { type: 'boolean' } },
  required: ['team'],
  run: async (input) => {
    const ctx = await operatorContext(input);
    const signalId = await signalIdOf(ctx, input.args.id as string);
    return quotesOf(ctx, signalId, input.flags.has('likely'));
  },
  show: (quotes) =>
    quotes.length === 0
      ? 'There are no such quotes.'
      : quotes
          .map(
            ({ evidenceId, quote, participantName, studyName }) =>
              `${evidenceId}  ${JSON.stringify(quote)} (${participantName}, ${studyName})`,
          )
          .join('\n'),
});

const aboutQuote = (
  name: string,
  summary: string,
  verb: (ctx: Context, signalId: string, evidenceId: string) => Promise<void>,
  said: string,
) =>
  command({
    name: `signal ${name}`,
    summary,
    args: ['id', 'quote'],
    options: { team: { type: 'string' } },
    required: ['team'],
    run: async (input) => {
      const ctx = await operatorContext(input);
      const signalId = await signalIdOf(ctx, input.args.id as string);
      const evidenceId = input.args.quote as string;
      await verb(ctx, signalId, evidenceId);
      return { signalId, evidenceId };
    },
    show: () => said,
  });

export const signalRejectQuote = aboutQuote(
  'reject-quote',
  'say that a quote does not support a signal: it is set aside for good',
  rejectQuote,
  'Set aside. It will not count for this signal again.',
);
export const signalAddQuote = aboutQuote(
  'add-quote',
  'say that a quote without a belief supports a signal',
  addQuote,
  'It now counts for this signal.',
);

/** The id of a signal given by its id or its ref. */
async function signalIdOf(ctx: Context, named: string): Promise<string> {
  const number = /^SIG-(\d{1,9})$/i.exec(named)?.[1];
  const found = number ? await ctx.db.row(beliefByRef, Number(number)) : undefined;
  return found?.signalId ?? named;
}
