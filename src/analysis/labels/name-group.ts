import { tellingTerms, words } from '../../search/tokens.js';
import type { UnnamedGroup } from '../analyst.js';
import { type Claim, claimOf } from '../claims/claim-of.js';
import { cuesOf } from '../cues.js';
import { polarityOf } from '../polarity.js';
import { claimLabel } from './claim-label.js';
import { clausesOf } from './clauses.js';
import { describe, shortened } from './describe.js';
import type { Field } from './field.js';
import { type Said, sharedTerms } from './shared-terms.js';
import { topicOf } from './topic-label.js';
import { isWhole } from './whole-clause.js';

const idealWords = 7;
const longestLabel = 60;
/** What a clause holds of the most telling word that its group shares, to name it. */
const leastShare = 0.6;
const leastScore = 1;
const showing = 0.5;
const ownWord = 0.27;
/** Who needs, does or fears what. */
const ofOneself =
  /^(?:i|we) (?:(?:really|often|usually|mainly|mostly|always|never|do|still|would|will|also) )*(?:prefer|use|love|like|need|want|hate|don['’]t|do not|can['’]t|cannot|enjoy|trust|rely|struggle|worry|wish|feel|find)\b/i;
const personal = 0.3;
const leastAgreed = 0.34;

const habit =
  /\b(?:always|usually|often|mostly|mainly|typically|every|never|tend to|use(?! case)|rely)\b/i;
const oneTime = /\b(?:\w+ed|was|were|had|did|got|took|made)\b/i;

/**
 * Names in the words of the people quoted, the best first: a clause that stands alone and says what they have in
 * common, taken out of a quote and not written; else what they speak of, in the words that they share, and how.
 *
 * @param field of all the groups that are named together
 */
export function nameGroup(
  { quotes, speakers, claim: given, isSignal = false }: UnnamedGroup,
  field: Field,
): { labels: string[]; description: string } {
  const said = quotes.map((quote, place): Said => {
    return { quote, speaker: speakers?.[place] ?? String(place) };
  });
  const own = claimOf(said, field);
  const claim = given ?? (own?.way === 'views' && !isSignal ? undefined : own);
  const weights = sharedTerms(said, field);
  const topic =
    topicOf(quotes, weights, field) ?? topicOf(quotes, sharedTerms(said.map(apart), field), field);
  const labels = [
    ...(claim ? [claimLabel(claim, quotes, field)] : []),
    ...clausesToName(quotes, weights),
    ...(topic ? [topic.name.replace(/^the /, '')] : []),
    ...quotes.flatMap(clausesOf).filter((clause) => isWhole(clause) && cuesOf(clause).length > 0),
    opening(quotes),
  ];
  const saying = claim ? bearingOut(claim, quotes, field) : quotes;
  return { labels: labels.map(capitalised), description: describe(saying, topic?.name, claim) };
}

/** The quotes that say it plainly; of views, those that speak of it. */
const bearingOut = ({ subject, way }: Claim, quotes: readonly string[], field: Field): string[] =>
  quotes.filter((quote) => {
    const said = field.claimsIn(quote).get(subject);
    return way === 'views' ? said !== undefined : said?.get(way) === 1;
  });

const apart = ({ quote }: Said, place: number): Said => ({ quote, speaker: String(place) });

function clausesToName(quotes: readonly string[], weights: ReadonlyMap<string, number>): string[] {
  const polarities = quotes.map(polarityOf);
  return [...new Set(quotes.flatMap(clausesOf))]
    .filter((clause) => isWhole(clause) && isAgreed(clause, polarities))
    .map((clause) => ({ clause, score: rate(clause, weights) }))
    .filter(({ score }) => score >= leastScore)
    .sort((a, b) => b.score - a.score || (a.clause < b.clause ? -1 : 1))
    .map(({ clause }) => clause);
}

/** Above 0 only where the clause holds what is shared most; more where it shows a need, a problem, a habit or the like. */
function rate(clause: string, weights: ReadonlyMap<string, number>): number {
  const said = [...new Set(tellingTerms(clause))];
  const common = said.map((term) => weights.get(term) ?? 0).filter((worth) => worth > 0);
  const most = Math.max(...weights.values());
  if (Math.max(0, ...common) < leastShare * most) return 0;
  const all = [...weights.values()].reduce((sum, worth) => sum + worth, 0);
  const held = common.reduce((sum, worth) => sum + worth, 0);
  return (
    1 +
    held / all +
    (cuesOf(clause).length > 0 || habit.test(clause) ? showing : 0) +
    (ofOneself.test(clause) ? personal : 0) -
    ownWord * (said.length - common.length) -
    (oneTime.test(clause) ? 0.2 : 0) -
    0.07 * Math.abs(words(clause).length - idealWords)
  );
}

/** Praise or complaint names a group only where enough of its quotes speak so too. */
function isAgreed(clause: string, polarities: readonly number[]): boolean {
  const own = polarityOf(clause);
  const alike = polarities.filter((polarity) => polarity * own > 0).length;
  return own === 0 || alike >= leastAgreed * polarities.length;
}

/** Where nothing else names it: how its most typical quote begins, as plain words. */
function opening(quotes: readonly string[]): string {
  const plain = (quotes[0] ?? '')
    .replace(/[^\p{L}\p{N}\p{M}\s'’.,-]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[\s.,-]+$/, '');
  return shortened(plain || 'Remarks', longestLabel);
}

const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
