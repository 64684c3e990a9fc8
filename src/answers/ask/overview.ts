import { tellingTerms, termOf } from '../../language/tokens.js';

/**
 * The selection of beliefs: those that most people support, that moved last, or that can be acted
 * on.
 */
export type Overview = 'strongest' | 'latest' | 'actionable';

const asks = /^\W*(?:so |and )?(?:what|which|where|show|list|tell|give|name|summar\w+|any)\b/i;
/** A question to the bot, or about the person who asks, is not about the team's beliefs. */
const ofOne = /\b(?:you|your|i|my)\b/i;

const stems = (text: string): readonly string[] => text.split(/\s+/).map(termOf);

const kinds: readonly (readonly [Overview, ReadonlySet<string>])[] = [
  [
    'latest',
    new Set(
      stems(
        `change changes changed new news newest latest lately recent recently happen happened update updates updated
        moved last past week weeks month months quarter yesterday today`,
      ),
    ),
  ],
  [
    'actionable',
    new Set(
      stems(
        'next build fix first start priority priorities prioritise focus act action actions tackle urgent',
      ),
    ),
  ],
  [
    'strongest',
    new Set(
      stems(
        `problem problems issue issues pain pains need needs want wants wish wishes request requests frustration
        frustrations frustrates complaint complaints complain struggle struggles challenge challenges blocker blockers
        friction difficulty difficulties obstacle obstacles insight insights finding findings belief beliefs believe
        signal signals learn learned learnings theme themes topic topics pattern patterns trend trends trending
        takeaway takeaways conclusion conclusions know opinion opinions feedback highlight highlights find found`,
      ),
    ),
  ],
];

/** Words that may accompany those and name no subject: the people who spoke, or degree. */
const neutralWords = new Set(
  stems(
    `user users customer customers client clients people everyone participant participants interview interviews study
    studies research team biggest big main major top key important common often frequent strong strongest general
    overall far everything anything now currently give show list tell name summarise summary overview please many
    few three five ten point points thing things say said`,
  ),
);
const ofNoSubject = new Set([...neutralWords, ...kinds.flatMap(([, own]) => [...own])]);

/**
 * The overview that a question without a subject asks for ("What are the biggest problems?", "What
 * changed last month?"); undefined if it names a subject: then only material on that subject
 * answers it.
 */
export function overviewOf(question: string): Overview | undefined {
  if (!asks.test(question) || ofOne.test(question)) return undefined;
  const telling = tellingTerms(question);
  if (!telling.every((term) => ofNoSubject.has(term))) return undefined;
  return kinds.find(([, own]) => telling.some((term) => own.has(term)))?.[0];
}
