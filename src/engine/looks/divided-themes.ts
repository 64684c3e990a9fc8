import { dividedThemes as divided } from '../../../db/queries/engine/beliefs.js';
import { CARD_TIERS, CONTRADICTION_PEOPLE } from '../../decisions.js';
import { named, people } from '../../words.js';
import type { Look } from '../cause.js';

/** Themes that divide the people who spoke about them. */
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
          // the more even the sides, the more there is to find out
          urgency: Math.min(...sides) / Math.max(...sides),
          themeIds: [row.themeId],
          studyIds: [row.studyId],
          ...(row.signalId && { signalId: row.signalId }),
        },
      };
    });
  },
};
