import { type FoundQuote, isInterviewer, type Transcript } from '../analyst.js';
import { type CodebookChange, compiledCodebook } from '../codebook/team-codebook.js';
import { toFoundQuote } from '../quotes/extract-quotes.js';
import type { Coding, SpokenTurn } from './claim.js';
import { readClaims } from './read-claims.js';

/** A quote with its claim; a passage with several claims becomes several quotes of the same words. */
type CodedQuote = FoundQuote & { coding?: Coding };

/** The coding of a quote without a claim in the codebook. */
export const NO_CODING = {
  entryId: null,
  stance: null,
  certainty: null,
  namesAi: false,
  things: [],
};

interface CodedTranscript {
  quotes: CodedQuote[];
  usesAi: boolean;
}

/**
 * Codes a transcript with a team's codebook. Each claim is attached to the quote that contains its sentence; if
 * there is none, the sentence becomes a quote. Returns the quotes in spoken order.
 */
export function codeQuotes(
  transcript: Transcript,
  quotes: readonly FoundQuote[],
  changes: readonly CodebookChange[],
): CodedTranscript {
  const { claims, usesAi } = readClaims(participantTurns(transcript), compiledCodebook(changes));
  const byTurn = quotesByTurn(quotes);
  const codings = new Map<FoundQuote, Coding[]>(quotes.map((quote) => [quote, []]));
  const added = new Map<string, FoundQuote>();
  for (const { turn, start, end, ...coding } of claims) {
    const holder =
      byTurn.get(turn)?.find((quote) => quote.start <= start && end <= quote.end) ??
      added.get(`${turn} ${start}`) ??
      toFoundQuote(transcript, turn, { start, end });
    if (!codings.has(holder)) {
      added.set(`${turn} ${start}`, holder);
      codings.set(holder, []);
    }
    addCoding(codings.get(holder) as Coding[], coding);
  }
  const coded = [...codings].flatMap(([quote, own]): CodedQuote[] =>
    own.length === 0 ? [quote] : own.map((coding) => ({ ...quote, coding })),
  );
  return { quotes: coded.sort((a, b) => a.turn - b.turn || a.start - b.start), usesAi };
}

function quotesByTurn(quotes: readonly FoundQuote[]): ReadonlyMap<number, FoundQuote[]> {
  const byTurn = new Map<number, FoundQuote[]>();
  for (const quote of quotes) {
    const own = byTurn.get(quote.turn);
    if (own) own.push(quote);
    else byTurn.set(quote.turn, [quote]);
  }
  return byTurn;
}

/** A passage that states a claim and its opposite supports the claim if that is at least as certain. */
function addCoding(own: Coding[], coding: Coding): void {
  const same = own.findIndex(({ entryId }) => entryId === coding.entryId);
  if (same < 0) own.push(coding);
  else if (rank(coding) > rank(own[same] as Coding)) own[same] = coding;
}

const rank = ({ certainty, stance }: Coding): number =>
  certainty + (stance === 'supports' ? 0.01 : 0);

function participantTurns(transcript: Transcript): SpokenTurn[] {
  let asked: string | undefined;
  return transcript.turns.flatMap(({ speaker, text }, turn): SpokenTurn[] => {
    if (!isInterviewer(transcript, speaker)) return [{ turn, text, asked }];
    asked = text;
    return [];
  });
}
