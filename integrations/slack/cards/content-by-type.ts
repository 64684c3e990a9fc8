import type { ActionCardType } from '../../../db/entities/action-card.js';
import type { RecommendationState } from '../../../db/entities/recommendation.js';
import type { CardGapRow, CardSourceItemRow } from '../../../db/queries/card-material.js';
import { shownName } from '../../../src/beliefs/participants/shown-name.js';
import { pageAddress } from '../../../src/core/page-links.js';
import { counted } from '../../../src/core/words.js';
import { age } from '../blocks/local-time.js';
import type { Audience } from '../blocks/quotes.js';
import { bold, boldLink, italic, words } from '../blocks/rich-text.js';
import { label } from '../blocks/text.js';
import {
  type MakeContent,
  type Part,
  part,
  quotesOfCard,
  studyNames,
  summary,
} from './card-content.js';
import type { CardMaterial } from './card-material.js';
import { liveCall } from './live-call.js';

const questions = (material: CardMaterial): Part[] =>
  material.questions.map((question) => ({ ...part(1, words(question)), bullet: true }));

const inStudies = (material: CardMaterial): Part[] => {
  const names = studyNames(material);
  return names ? [part(1, italic(`In ${names}`))] : [];
};

const aboutAStudy =
  (title: string): MakeContent =>
  (material, options) => ({
    title,
    parts: [summary(material, options), ...inStudies(material), ...questions(material)],
    quotes: quotesOfCard(material),
  });

const followUpSuggestion = aboutAStudy(':seedling: Worth asking next');
const studySaturation = aboutAStudy(':battery: A study has stopped teaching you');

const crossStudySignal: MakeContent = (material, options) => ({
  title: ':link: A belief now spans studies',
  parts: [summary(material, options)],
  quotes: quotesOfCard(material),
});

const fixContradicted: MakeContent = (material, options) => {
  const shipped = material.recommendation;
  const when = shipped?.outcomeAt ? `, shipped ${age(shipped.outcomeAt, options.now)}` : '';
  return {
    title: ':rotating_light: A shipped fix did not hold',
    parts: [
      summary(material, options),
      ...(shipped ? [part(2, words(`${label(shipped.title, 200)}${when}.`))] : []),
    ],
    quotes: quotesOfCard(material),
  };
};

const STATES: Partial<Record<CardSourceItemRow['status'], string>> = {
  failed: 'the interview failed',
  analysis_failed: 'the analysis failed',
};

const which = (item: CardSourceItemRow, { now, names }: Audience): Part => {
  const state = STATES[item.status] ?? `now ${item.status.replaceAll('_', ' ')}`;
  const who = `${shownName(item.participantName, names)} · ${label(item.studyName, 80)}`;
  return part(2, italic(`${who} · ${age(item.capturedAt, now)} · ${state}`));
};

const interviewFailure: MakeContent = (material, options) => ({
  title: ':warning: An interview needs attention',
  parts: [
    summary(material, options),
    ...(material.sourceItem ? [which(material.sourceItem, options)] : []),
  ],
  quotes: [],
});

const lowBalance: MakeContent = (material, options) => {
  const left = material.card.interviewsLeft;
  return {
    title: ':fuelpump: Interviews are running low',
    parts: [
      summary(material, options),
      ...(left === null ? [] : [part(1, words('Left now: '), bold(counted(left, 'interview')))]),
    ],
    quotes: [],
  };
};

/** The recommendation's state decides the title: a decided card is no longer new. */
const TITLES: Record<RecommendationState, string> = {
  open: ':bulb: New recommendation',
  accepted: ':white_check_mark: Recommendation accepted',
  dismissed: ':no_entry_sign: Recommendation dismissed',
  shipped: ':rocket: Recommendation shipped',
  stale: ':leaves: Recommendation gone stale',
  archived: ':tada: Recommendation validated',
};

/**
 * The body starts with what participants said. The rest of the quotes are in Details, because the card shows its
 * own.
 */
function proposal(
  recommendation: NonNullable<CardMaterial['recommendation']>,
  { pages }: Audience,
): Part[] {
  const { title, body, confidence } = recommendation;
  const [heard = ''] = body.trim().split('\n');
  return [
    part(
      2,
      boldLink(pageAddress(pages, recommendation), label(title, 200)),
      words(` · ${confidence} confidence`),
    ),
    ...(heard === '' ? [] : [part(2, words(heard))]),
  ];
}

const newRecommendation: MakeContent = (material, options) => {
  const { recommendation } = material;
  return {
    title: TITLES[recommendation?.state ?? 'open'],
    parts: recommendation ? proposal(recommendation, options) : [summary(material, options)],
    quotes: quotesOfCard(material),
  };
};

const GAPS = {
  missing_breadth: 'Too few sources',
  thin_counter_evidence: 'No counter-evidence yet',
  topic_asymmetry: 'A question was left out',
  stale_evidence: 'The evidence is old',
  post_ship_verification: 'Shipped, but not checked since',
} as const;

const CLOSED = {
  applied: 'This gap is closed.',
  dismissed: 'This gap was dismissed.',
} as const;

/** The missing evidence, what would help, and the study drafted for it. */
const weakness = (gap: CardGapRow): Part[] => [
  part(2, bold(`${GAPS[gap.type]}: `), words(gap.description)),
  part(2, bold('Suggested: '), words(gap.suggestedAction)),
  ...(gap.draftedStudyName
    ? [part(1, bold('Drafted: '), words(label(gap.draftedStudyName, 150)))]
    : []),
  ...(gap.status === 'applied' || gap.status === 'dismissed'
    ? [part(1, words(CLOSED[gap.status]))]
    : []),
];

const researchGap: MakeContent = (material, options) => ({
  title: ':jigsaw: A gap in what you know',
  parts: material.gap ? weakness(material.gap) : [summary(material, options)],
  quotes: quotesOfCard(material),
});

const themeContradiction: MakeContent = (material, options) => ({
  title: ':scales: People disagree',
  parts: [summary(material, options)],
  quotes: quotesOfCard(material),
  bothSides: true,
});

/** Each type of card: its name in App Home's filter, and its content. */
export const CONTENT_BY_TYPE: Record<ActionCardType, { filter: string; draw: MakeContent }> = {
  fix_contradicted: { filter: 'Fixes that did not hold', draw: fixContradicted },
  live_call: { filter: 'People to call', draw: liveCall },
  interview_failure: { filter: 'Failed interviews', draw: interviewFailure },
  low_balance: { filter: 'Interviews running low', draw: lowBalance },
  new_recommendation: { filter: 'Recommendations', draw: newRecommendation },
  theme_contradiction: { filter: 'Disagreements', draw: themeContradiction },
  cross_study_signal: { filter: 'Beliefs across studies', draw: crossStudySignal },
  research_gap: { filter: 'Gaps', draw: researchGap },
  follow_up_suggestion: { filter: 'Worth asking next', draw: followUpSuggestion },
  study_saturation: { filter: 'Saturated studies', draw: studySaturation },
};

/** A card's content by its type. */
export const contentOf: MakeContent = (material, options) =>
  CONTENT_BY_TYPE[material.card.type].draw(material, options);
