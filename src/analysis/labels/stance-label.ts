import { tellingTerms } from '../../search/tokens.js';
import { polarityOf } from '../polarity.js';
import { sentencesOf } from '../quotes/sentences.js';

/** How people speak of something, where most of them do so in one way. */
export type SpokenAs = 'trouble' | 'praise' | 'wish' | 'mixed';

const prevails = 0.6;
const dissents = 0.2;
const divides = 0.35;
const plainly = 0.33;
const wishes =
  /\b(?:wish|(?:would|['’]d|could|might) (?:also |definitely |really |probably |maybe )?(?:be|have been) (?:\w+ )?(?:nice|good|great|helpful|useful|cool|better|ideal|beneficial|interesting)|(?:would|['’]d) (?:also |definitely |really )?(?:love|like)\b|hop(?:e|ing))/i;

/** What prevails in the sentences that hold one of the terms; undefined where nothing does. */
export function stanceOn(
  terms: readonly string[],
  quotes: readonly string[],
): SpokenAs | undefined {
  const ways = quotes.map((quote) => wayOf(sentencesWith(terms, quote)));
  const share = (way: SpokenAs): number => ways.filter((one) => one === way).length / ways.length;
  const [trouble, praise] = [share('trouble'), share('praise')];
  if (share('wish') >= prevails) return 'wish';
  if (trouble >= prevails && praise <= dissents) return 'trouble';
  if (praise >= prevails && trouble <= dissents) return 'praise';
  return trouble >= divides && praise >= divides ? 'mixed' : undefined;
}

function wayOf(text: string): SpokenAs | undefined {
  if (wishes.test(text)) return 'wish';
  const polarity = polarityOf(text);
  if (Math.abs(polarity) < plainly) return undefined;
  return polarity < 0 ? 'trouble' : 'praise';
}

const sentencesWith = (terms: readonly string[], quote: string): string =>
  sentencesOf(quote)
    .map(({ start, end }) => quote.slice(start, end))
    .filter((sentence) => tellingTerms(sentence).some((term) => terms.includes(term)))
    .join(' ');

const opens: Record<SpokenAs, string> = {
  trouble: 'Trouble with',
  praise: 'Praise for',
  wish: 'Wishes for',
  mixed: 'Mixed views on',
};

/** What people speak of and how, as a name. */
export const stanceLabel = (topic: string, way: SpokenAs | undefined): string =>
  way ? `${opens[way]} ${topic}` : topic.replace(/^the /, '');
