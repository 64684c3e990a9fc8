import { tellingTerms, termOf } from '../../language/tokens.js';

/**
 * What a question without a subject asks about the beliefs themselves: those that most people
 * support, that moved last, that can be acted on, that are least certain, that rest on one study or
 * one person, that people contradict, that are old, what nobody knows yet, or what was shipped.
 */
export type Knowledge =
  | 'strongest'
  | 'latest'
  | 'actionable'
  | 'least sure'
  | 'one study'
  | 'one person'
  | 'contested'
  | 'old'
  | 'unknown'
  | 'shipped';

const asks =
  /^\W*(?:so |and |but )?(?:what|which|where|how|show|list|tell|give|name|summar\w+|any|anything|is|are|do|does|should)\b/i;
/** A question to the bot, or about the person who asks, is not about the team's beliefs. */
const ofOne = /\b(?:you|your|i|my)\b/i;
/** A phone's signal, not a belief. */
const noSignal = /\b(?:no|without|lost|poor|bad|weak) signal\b/i;

const stems = (text: string): readonly string[] => text.split(/\s+/).map(termOf);

/** Phrases that decide it, if no other subject is named; the first that fits. */
const phrases: readonly (readonly [Knowledge, RegExp])[] = [
  [
    'least sure',
    /\bleast (?:sure|certain|confident)\b|\b(?:unsure|uncertain|not (?:so |very )?(?:sure|certain|confident))\b|\b(?:weak|weakest|shak(?:y|iest)|thin|thinnest|lowest confidence|low confidence|least confidence)\b/i,
  ],
  ['one study', /\b(?:one|single|1) (?:study|source)\b|\bsingle-study\b/i],
  ['one person', /\b(?:one|single|1) (?:person|participant|interview|user|customer|voice)\b/i],
  [
    'unknown',
    /\b(?:(?:don['’]?t|do not|not) (?:yet )?know|unknowns?|open questions?|(?:research )?gaps?|blind spots?|missing|unanswered)\b/i,
  ],
  ['shipped', /\b(?:shipped|released|delivered|launched)\b/i],
  ['contested', /\b(?:contested|disputed|contradict\w*|controversial|disagree\w*|conflict\w*)\b/i],
  ['old', /\b(?:old|oldest|stale|outdated|out of date|aged|not heard)\b/i],
  [
    'latest',
    /\b(?:chang\w+|new|news|newest|latest|lately|recent\w*|happen\w*|updat\w+|moved)\b|\b(?:last|past|this) (?:week|month|quarter|year)\b|\b(?:yesterday|today)\b/i,
  ],
  ['actionable', /\b(?:next|build|fix|first|start|priorit\w+|focus|act|actions?|tackle|urgent)\b/i],
  [
    'strongest',
    /\b(?:most (?:sure|certain|confident)|strongest|problems?|issues?|pains?|needs?|wants?|wish\w*|requests?|frustrat\w+|complain\w*|struggl\w+|challenges?|blockers?|friction|difficult\w+|obstacles?|insights?|findings?|beliefs?|believe|signals?|learn\w*|themes?|topics?|patterns?|trend\w*|takeaways?|conclusions?|know|opinions?|feedback|highlights?|found?|find)\b|\bwe (?:should |need to |have to )?(?:be )?(?:worr\w+|concern\w*)\b|\bthink\b.*\boverall\b|\boverall\b.*\bthink\b/i,
  ],
];

/** Words that may accompany those and name no subject: the people who spoke, or degree. */
const ofNoSubject = new Set(
  stems(
    `user users customer customers client clients people everyone participant participants interview interviews study
    studies research team biggest big main major top key important common often frequent strong strongest general
    overall far everything anything now currently give show list tell name summarise summary overview please many
    few three five ten point points thing things say said one single source sources person voice rest rests resting
    based rely relies stand stands least less lowest low high highest confidence confident certain certainty sure unsure uncertain
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
    highlights find found ship work evidence worry worried worries concern concerned think`,
  ),
);

/**
 * What a question without a subject asks about the beliefs ("What are the biggest problems?", "What
 * changed since March?"); undefined if it names a subject: then only material on that answers it.
 */
export function knowledgeAskedFor(question: string): Knowledge | undefined {
  if (!asks.test(question) || ofOne.test(question) || noSignal.test(question)) return undefined;
  const telling = tellingTerms(question).filter((term) => !/^(?:1|(?:19|20)\d\d)$/.test(term));
  if (!telling.every((term) => ofNoSubject.has(term))) return undefined;
  return phrases.find(([, phrase]) => phrase.test(question))?.[0];
}
