import { tellingTerms, termOf } from '../../language/tokens.js';
import { theProduct } from './conditions.js';

/**
 * Kind of question about the beliefs themselves: those with the most support, those about what people like or
 * dislike, those that changed last, can be acted on, are least certain, rest on one study or one person, are
 * contradicted or old; or research gaps, shipped work, and who was interviewed.
 */
export type Overview =
  | 'strongest'
  | 'liked'
  | 'disliked'
  | 'latest'
  | 'actionable'
  | 'least sure'
  | 'one study'
  | 'one person'
  | 'contested'
  | 'old'
  | 'unknown'
  | 'shipped'
  | 'heard';

const asks =
  /^\W*(?:so |and |but )?(?:what|which|where|whom?|how|show|list|tell|give|name|summar\w+|any|anything|is|are|do|does|should)\b/i;
/** A question to the bot, or about the person who asks, is not about the team's beliefs. */
const ofOne = /\b(?:you|your|i|my)\b/i;
const ofWho = /^\W*(?:so |and |but )?whom?\b/i;
/** A group of participants: beliefs are not kept per group. */
const ofSome = /\bnew (?:users?|customers?|clients?|people|participants?)\b/i;
/** A phone's signal is not a belief, and a no-show is a person who does not appear. */
const ofOther = /\b(?:no|without|lost|poor|bad|weak) signal\b|\bno[- ]shows?\b/i;

const stems = (text: string): readonly string[] => text.split(/\s+/).map(termOf);

/** Kinds that can answer a question whose only subject is the product. */
const toldOfProduct: ReadonlySet<Overview> = new Set([
  'strongest',
  'liked',
  'disliked',
  'actionable',
]);
/** "What is missing in the app" does not ask for research gaps. */
const lacking = /\b(?:miss(?:es|ing)?|lack(?:s|ing)?)\b/i;
const thoughtOf = /\b(?:think|feel|say|said)\b/i;

/** Phrases that decide the kind if no subject is named; the first match counts. */
const phrases: readonly (readonly [Overview, RegExp])[] = [
  [
    'least sure',
    /\bleast (?:sure|certain|confident)\b|\b(?:unsure|uncertain|not (?:so |very )?(?:sure|certain|confident))\b|\b(?:weak|weakest|shak(?:y|iest)|thin|thinnest|lowest confidence|low confidence|least confidence)\b/i,
  ],
  [
    'heard',
    /\b(?:whom?|how many (?:people|users|customers|participants|interviews|sessions|studies))\b.*\b(?:(?:did|have) we (?:talk|talked|speak|spoken|interview|interviewed|hear|heard)|we (?:talked|spoke|interviewed|heard))\b|\bhow many (?:interviews|sessions|studies|participants) (?:do we have|are there)\b|\b(?:which|what) studies\b/i,
  ],
  ['one study', /\b(?:one|single|1) (?:study|source)\b|\bsingle-study\b/i],
  ['one person', /\b(?:one|single|1) (?:person|participant|interview|user|customer|voice)\b/i],
  [
    'unknown',
    /\b(?:(?:don['’]?t|do not|not) (?:(?:yet|still|really) )?know|unknowns?|open questions?|(?:research )?gaps?|blind spots?|miss(?:es|ing)?|lack(?:s|ing)?|unanswered)\b/i,
  ],
  [
    'shipped',
    /\b(?:(?:did|have) we (?:ship|release|deliver|launch)|shipped|released|delivered|launched)\b/i,
  ],
  ['contested', /\b(?:contested|disputed|contradict\w*|controversial|disagree\w*|conflict\w*)\b/i],
  ['old', /\b(?:old|oldest|stale|outdated|out of date|aged|not heard)\b/i],
  [
    'latest',
    /\b(?:chang\w+|new|news|newest|latest|lately|recent\w*|happen(?:ed|ing)|updat\w+|moved)\b|\b(?:last|past|this) (?:week|month|quarter|year)\b|\b(?:yesterday|today)\b/i,
  ],
  ['actionable', /\b(?:next|build|fix|first|start|priorit\w+|focus|act|actions?|tackle|urgent)\b/i],
  [
    'disliked',
    /\b(?:problems?|issues?|pains?|frustrat\w+|complain\w*|struggl\w+|challenges?|blockers?|friction|difficult\w+|obstacles?|annoy\w*|bother\w*|hat(?:e|es|ed)|dislik\w+|unhappy|worst|like (?:\w+ )?least)\b|(?:\bnot|n['’]t|\bnobody|\bno one) (?:\w+ )?likes?\b/i,
  ],
  [
    'liked',
    /^(?!.*(?:\b(?:would|least|not|never)\b|n['’]t\b)).*\b(?:happy|works? (?:well|best)|go(?:es|ing) well|lov(?:e|es|ed)|likes?|liked|enjoy\w*|prais\w+|appreciat\w+|favou?rites?)\b/i,
  ],
  [
    'strongest',
    /\b(?:most (?:sure|certain|confident)|strongest|needs?|wants?|wish\w*|requests?|insights?|findings?|beliefs?|believe|signals?|learn\w*|themes?|topics?|patterns?|trend\w*|takeaways?|conclusions?|know|opinions?|feedback|highlights?|found?|find)\b|\bwe (?:should |need to |have to )?(?:be )?(?:worr\w+|concern\w*)\b|\bthink\b.*\boverall\b|\boverall\b.*\bthink\b/i,
  ],
];

/** Words that may accompany these phrases without naming a subject, such as the people who spoke, or degree. */
const ofNoSubject = new Set(
  stems(
    `user users customer customers client clients people everyone participant participants interview interviews study
    studies research team biggest big main major top key important common often frequent strong strongest general
    overall far everything anything now currently give show list tell name summarise summary overview please many
    few three five ten point points thing things say said one single source sources person voice rest rests resting
    based rely relies stand stands least less lowest low high highest confidence confident certain certainty sure unsure uncertain
    miss misses lack lacks lacking nobody
    weak weakest shaky shakiest thin thinnest yet know known unknown unknowns open question questions gap gaps blind
    spot spots missing unanswered shipped released delivered launched contested disputed contradict contradicts
    contradicted contradictory contradiction contradictions controversial disagree disagrees disagreement conflict
    conflicts conflicting old oldest stale outdated date aged heard change changes changed new news newest latest lately recent recently happen
    happened update updates updated moved last past week weeks month months quarter year years yesterday today since
    january february march april may june july august september october november december next build fix first start
    priority priorities prioritise focus act action actions tackle urgent problem problems issue issues pain pains need needs want
    wants wish wishes request requests frustration frustrations frustrates complaint complaints complain struggle struggles
    challenge challenges blocker blockers friction difficulty difficulties obstacle obstacles insight insights
    finding findings belief beliefs believe signal signals learn learned learnings theme themes topic topics pattern
    patterns trend trends trending takeaway takeaways conclusion conclusions opinion opinions feedback highlight
    highlights find found ship work evidence worry worried worries concern concerned think annoy annoys annoyed annoying
    bother bothers bothered hate hates hated dislike dislikes disliked love loves loved like likes liked enjoy enjoys
    enjoyed praise praised appreciate appreciates favorite favourite works well best goes going feel feels
    happy unhappy worst make makes ship release deliver launch still already
    talk talked speak spoke spoken interviewed sessions session running active done finished completed anyone`,
  ),
);

/**
 * Returns the kind of question about the beliefs ("What are the biggest problems?", "What changed since March?");
 * undefined if it names a subject, which only material on that subject can answer.
 */
export function overviewAskedFor(question: string): Overview | undefined {
  const isOfAll = ![ofOne, ofSome, ofOther].some((some) => some.test(question));
  if (!asks.test(question) || !isOfAll) return undefined;
  const subject = tellingTerms(question.replaceAll(theProduct, '')).filter(
    (term) => !/^(?:1|(?:19|20)\d\d)$/.test(term) && !ofNoSubject.has(term),
  );
  if (subject.length > 0) return undefined;
  const about = phrases.find(([, phrase]) => phrase.test(question))?.[0];
  if (ofWho.test(question) && about !== 'heard') return undefined;
  if (question.search(theProduct) < 0) return about;
  if (about === 'unknown') return lacking.test(question) ? 'disliked' : undefined;
  if (about === undefined) return thoughtOf.test(question) ? 'strongest' : undefined;
  return toldOfProduct.has(about) ? about : undefined;
}
