import { everydayShare, isFrameTerm } from '../../language/frame-words.js';
import { terms, words } from '../../language/tokens.js';
import { type Cue, cuesOf } from '../cues.js';

/** The value of one sentence as evidence. */
export interface Rated {
  /** Overall score, above 0; sentences below `worthQuoting` are skipped. */
  score: number;
  /** Concreteness: own experience, names and numbers; 0 to 1. */
  specificity: number;
  /** Directness: about the speaker, without hedging; 0 to 1. */
  directness: number;
}

// Measured on interviews that researchers had coded (docs/analysis.md).
export const worthQuoting = 1.6;
/** The same for other languages than English, which have no cues. */
export const worthQuotingWithoutCues = 1.05;
const cueWorth: Record<Cue, number> = {
  need: 0.8,
  problem: 1,
  workaround: 1,
  wish: 1,
  praise: 0.7,
  comparison: 0.6,
  emotion: 1.1,
  churn: 1.5,
};
const furtherCue = 0.25;
const mostFurtherCues = 2;
const fewestWords = 4;
const tellingTerms = 7;
const rareShare = 0.004;

const self = /\b(?:i|i'm|i've|i'd|i'll|my|me|mine|we|we're|we've|we'd|our|us)\b/i;
const number =
  /\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|twenty|thirty|fifty|hundred|thousand|half|twice|once|dozen|hours?|minutes?|days?|weeks?|months?|years?)\b/i;
const named = /(?<=[\p{Ll},;] )\p{Lu}\p{L}+/u;
const happened =
  /\b(?:was|were|had|did|went|tried|got|made|took|found|used|asked|told|said|started|stopped|spent|lost|saw|happened|noticed|ended|kept|yesterday|last (?:week|month|year|time))\b/i;
const hedge =
  /\b(?:maybe|perhaps|i guess|i suppose|probably|might|kind of|sort of|i don't know|not sure|possibly|hypothetically|i imagine)\b/gi;
const question = /\?["'”’)]*$/;
const aside =
  /\b(?:thank(?:s| you)|nice to meet|can you (?:hear|see|repeat|hear me|see my)|share my screen|sharing my screen|what do you mean|does that make sense|good question|you're welcome|have a (?:good|nice|great)|bye|sorry,? (?:what|could you|can you)|any (?:other )?questions|let me (?:think|see)|sounds good|no problem|hold on|one (?:second|sec|moment))\b/i;

/** Rates a participant's sentence by its wording. */
export function rateSentence(text: string): Rated {
  const plain = text.replaceAll('’', "'");
  const said = words(text);
  const telling = new Set(terms(text).filter((term) => !isFrameTerm(term)));
  const rare = [...telling].filter((term) => everydayShare(term) < rareShare).length;
  const cues = cuesOf(text);
  const substance = Math.min(1, telling.size / tellingTerms);
  const specificity = Math.min(
    1,
    0.35 * substance +
      0.2 * Math.min(1, rare / 4) +
      (number.test(plain) ? 0.2 : 0) +
      (named.test(plain) ? 0.1 : 0) +
      (happened.test(plain) ? 0.15 : 0),
  );
  const hedges = plain.match(hedge)?.length ?? 0;
  const directness = Math.max(0, (self.test(plain) ? 1 : 0.55) - 0.2 * hedges);
  if (said.length < fewestWords) return { score: 0, specificity, directness };
  const score =
    cueScore(cues) +
    0.7 * substance +
    0.6 * specificity +
    0.35 * directness -
    (question.test(plain) ? 0.9 : 0) -
    (aside.test(plain) ? 0.9 : 0);
  return { score: Math.max(0, score), specificity, directness };
}

function cueScore(cues: readonly Cue[]): number {
  if (cues.length === 0) return 0;
  const best = Math.max(...cues.map((cue) => cueWorth[cue]));
  return best + furtherCue * Math.min(mostFurtherCues, cues.length - 1);
}
