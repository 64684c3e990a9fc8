import {
  type BeliefRow,
  type CardGapRow,
  type CardQuoteRow,
  type CardRecommendationRow,
  type CardRow,
  type CardSourceItemRow,
  cardBeliefs,
  cardGap,
  cardHistory,
  cardQuotes,
  cardRecommendation,
  cardRow,
  cardSourceItem,
  type HistoryRow,
  suggestedQuestions,
} from '../../../db/queries/card-material.js';
import type { Context } from '../../../src/core/context.js';

/** Maximum quotes of each kind on a card. */
const QUOTES_EACH = 2;
const HISTORY_LINES = 3;

/** The data that a card's message is rendered from, in its current state. */
export interface CardMaterial {
  card: CardRow;
  /** The card's own belief comes first. */
  beliefs: BeliefRow[];
  recommendation?: CardRecommendationRow;
  gap?: CardGapRow;
  sourceItem?: CardSourceItemRow;
  quotes: CardQuoteRow[];
  /** Suggested next questions from the card's studies, if the card is about them. */
  questions: string[];
  /** Newest first. */
  history: HistoryRow[];
}

/** Reads a card in any state; undefined if the team has no such card. */
export async function readCardMaterial(
  ctx: Context,
  actionCardId: string,
): Promise<CardMaterial | undefined> {
  const card = await ctx.db.row(cardRow, actionCardId);
  if (!card) return undefined;
  const { recommendationId, sourceItemId } = card;
  const [beliefs, recommendation, sourceItem, history] = await Promise.all([
    ctx.db.rows(cardBeliefs, card.signalId, recommendationId),
    recommendationId ? ctx.db.row(cardRecommendation, recommendationId) : undefined,
    sourceItemId ? ctx.db.row(cardSourceItem, sourceItemId) : undefined,
    ctx.db.rows(cardHistory, actionCardId, recommendationId, HISTORY_LINES),
  ]);
  const signalId = beliefs[0]?.signalId ?? null;
  const newestFirst = card.type === 'fix_contradicted';
  const studyIds = card.studies.map(({ studyId }) => studyId);
  const [quotes, gap, questions] = await Promise.all([
    ctx.db.rows(cardQuotes, signalId, card.themeIds, QUOTES_EACH, newestFirst),
    card.type === 'research_gap' ? ctx.db.row(cardGap, actionCardId) : undefined,
    card.type === 'follow_up_suggestion' ? ctx.db.rows(suggestedQuestions, studyIds) : [],
  ]);
  return {
    card,
    beliefs,
    quotes,
    questions: questions.map(({ question }) => question),
    history,
    ...(recommendation ? { recommendation } : {}),
    ...(gap ? { gap } : {}),
    ...(sourceItem ? { sourceItem } : {}),
  };
}
