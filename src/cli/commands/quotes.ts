import type { EvidenceKind } from '../../../db/entities/evidence.js';
import { addQuote } from '../../analysis/curate/add-quote.js';
import { likelyQuotes } from '../../analysis/curate/likely-quotes.js';
import { rejectQuote } from '../../analysis/curate/reject-quote.js';
import { readEvidence } from '../../beliefs/evidence/read-evidence.js';
import type { Context } from '../../core/context.js';
import { command } from '../command.js';
import { signalNamed } from '../signal-named.js';
import { operatorContext } from '../with-database.js';

interface ListedQuote {
  evidenceId: string;
  kind: EvidenceKind;
  quote: string;
  participantName: string;
  studyName: string;
}

const MOST_QUOTES = 100;

/** The quotes of a signal, or those that are likely to support it. */
async function quotesOf(ctx: Context, signalId: string, likely: boolean): Promise<ListedQuote[]> {
  const found = likely
    ? (await likelyQuotes(ctx, signalId)).map((one) => ({
        ...one,
        ...{ evidenceId: one.quoteId, kind: 'evidence' as const },
      }))
    : (
        await readEvidence(ctx, {
          ...{ signalId, includeCounterEvidence: true, limit: MOST_QUOTES, offset: 0 },
        })
      ).items;
  return found.map(({ evidenceId, kind, quote, participantName, studyName }) => ({
    ...{ evidenceId, kind, quote, participantName, studyName },
  }));
}

export const signalQuotes = command({
  name: 'signal quotes',
  summary: "list a signal's quotes with their ids, strongest first, for and against it",
  args: ['id'],
  options: { team: { type: 'string' }, likely: { type: 'boolean' } },
  required: ['team'],
  run: async (input) => {
    const ctx = await operatorContext(input);
    const signalId = (await signalNamed(ctx, input.args.id as string)).signalId;
    return quotesOf(ctx, signalId, input.flags.has('likely'));
  },
  show: (quotes) =>
    quotes.length === 0
      ? 'There are no such quotes.'
      : quotes
          .map(
            ({ evidenceId, kind, quote, participantName, studyName }) =>
              `${evidenceId}  ${kind === 'counterEvidence' ? 'against it: ' : ''}${JSON.stringify(quote)} (${participantName}, ${studyName})`,
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
      const signalId = (await signalNamed(ctx, input.args.id as string)).signalId;
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
