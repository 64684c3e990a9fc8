import { CARD_TIERS } from '../../core/decisions.js';
import { counted } from '../../core/words.js';
import type { Look } from '../cause.js';
import { lowBalance } from '../queries/team.js';

/** A low balance of interviews. */
export const balance: Look = {
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
        mints: 'card',
        rule: 'low_balance',
        card: {
          summary: `The team has ${left}.`,
          priority: CARD_TIERS.low_balance,
          urgency: 1 - interviewsLeft / lowBalanceAt,
        },
      };
    });
  },
};
