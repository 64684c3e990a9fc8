import { CARD_TIERS, CONTRADICTION_PEOPLE } from '../../core/decisions.js';
import { named, people } from '../../core/words.js';
import type { Look } from '../cause.js';
import { dividedThemes as divided } from '../queries/beliefs.js';

/** Themes on which participants are divided. */
export const dividedThemes: Look = {
  rules: ['theme_contradiction'],
  about: 'theme',
  async causes(tx, { theme: ids }) {
    const rows = await tx.db.rows(divided({ only: ids !== null }), ids, CONTRADICTION_PEOPLE);
    return rows.map((row) => {
      const sides = [row.participantCount, row.counterParticipantCount];
      const split = `${people(row.participantCount)} for it, ${people(row.counterParticipantCount)} against`;
      return {
        key: `theme_contradiction:${row.themeId}`,
        aboutId: row.themeId,
        why: `${named(row.label)}: ${split}`,
        match: { themeId: row.themeId },
        mints: 'card',
        rule: 'theme_contradiction',
        card: {
          summary: `${named(row.label)} divides the people of ${named(row.studyName)}: ${split}.`,
          priority: CARD_TIERS.theme_contradiction,
          // the more even the sides, the more there is to learn
          urgency: Math.min(...sides) / Math.max(...sides),
          themeIds: [row.themeId],
          studyIds: [row.studyId],
          ...(row.signalId && { signalId: row.signalId }),
        },
      };
    });
  },
};
