import type { ActionCardType } from '../../../../db/entities/action-card.js';
import { followUpSuggestion, studySaturation } from './about-a-study.js';
import type { Face } from './card-face.js';
import { crossStudySignal } from './cross-study-signal.js';
import { fixContradicted } from './fix-contradicted.js';
import { interviewFailure } from './interview-failure.js';
import { liveCall } from './live-call.js';
import { lowBalance } from './low-balance.js';
import { newRecommendation } from './new-recommendation.js';
import { researchGap } from './research-gap.js';
import { themeContradiction } from './theme-contradiction.js';

/** How each type of card looks. */
export const FACES: Record<ActionCardType, Face> = {
  fix_contradicted: fixContradicted,
  live_call: liveCall,
  interview_failure: interviewFailure,
  low_balance: lowBalance,
  new_recommendation: newRecommendation,
  theme_contradiction: themeContradiction,
  cross_study_signal: crossStudySignal,
  research_gap: researchGap,
  follow_up_suggestion: followUpSuggestion,
  study_saturation: studySaturation,
};
