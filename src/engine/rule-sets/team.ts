import { CARD_TYPES } from '../../../db/entities/action-card.js';
import { teamStatement } from '../../../db/statement.js';
import { counted } from '../../core/words.js';
import type { RuleSet } from '../cause.js';

/** The team's remaining interviews, if they are below its threshold. */
const lowBalance = teamStatement<{ interviewsLeft: number; lowBalanceAt: number }>(
  'engine.lowBalance',
  `select interviews_left as "interviewsLeft", low_balance_at as "lowBalanceAt"
     from teams where team_id = $1 and interviews_left < low_balance_at`,
);

/** A low balance of interviews. */
export const team = {
  rules: ['low_balance'],
  about: 'team',
  async causes(tx) {
    const rows = await tx.db.rows(lowBalance);
    return rows.map(({ interviewsLeft, lowBalanceAt }) => {
      const left = `${counted(interviewsLeft, 'interview')} left, under the threshold of ${lowBalanceAt}`;
      return {
        key: 'low_balance:',
        aboutId: '',
        why: left,
        match: {},
        opens: 'card',
        rule: 'low_balance',
        card: {
          summary: `The team has ${left}.`,
          priority: CARD_TYPES.low_balance.tier,
          urgency: 1 - interviewsLeft / lowBalanceAt,
        },
      };
    });
  },
} satisfies RuleSet;
