import { CARD_TYPES } from '../../../db/entities/action-card.js';
import { statementVariants } from '../../../db/queries/keyset.js';
import { teamStatement } from '../../../db/statement.js';
import { CONTRADICTION_PEOPLE } from '../../core/numbers.js';
import { named, people } from '../../core/words.js';
import type { RuleSet } from '../cause.js';

interface DividedThemeRow {
  themeId: string;
  label: string;
  studyId: string;
  studyName: string;
  participantCount: number;
  counterParticipantCount: number;
  /** Participants who are counted on both sides. */
  bothSides: number;
  /** The oldest signal that the theme is linked to. */
  signalId: string | null;
}

/** Themes with at least `$3` people on each side; with `only`, those in `$2`. */
const divided = statementVariants<
  DividedThemeRow,
  { only: boolean },
  [themeIds: readonly string[] | null, participantCount: number]
>(({ only }) =>
  teamStatement(
    `engine.dividedThemes${only ? '.only' : ''}`,
    `select t.theme_id as "themeId", t.label, t.study_id as "studyId", st.name as "studyName",
            t.participant_count as "participantCount", t.counter_participant_count as "counterParticipantCount",
            (select count(*)::int from (
               select from evidence e where e.team_id = $1 and e.theme_id = t.theme_id and e.qualifies
                group by e.participant_id having count(distinct e.kind) = 2) of_both) as "bothSides",
            (select s.signal_id from signal_themes link
               join signals s on s.team_id = $1 and s.signal_id = link.signal_id and not s.archived
              where link.team_id = $1 and link.theme_id = t.theme_id
              order by s.ref_number limit 1) as "signalId"
       from themes t
       join studies st on st.team_id = $1 and st.study_id = t.study_id
      where t.team_id = $1 and t.participant_count >= $3 and t.counter_participant_count >= $3
        and ${only ? 't.theme_id = any ($2::text[])' : '$2::text[] is null'}
      order by t.theme_id`,
  ),
);

/** Themes on which participants are divided. */
export const themes = {
  rules: ['theme_contradiction'],
  about: 'theme',
  async causes(tx, { theme: ids }) {
    const rows = await tx.db.rows(divided({ only: ids !== null }), ids, CONTRADICTION_PEOPLE);
    return rows.map((row) => {
      const sides = [row.participantCount, row.counterParticipantCount];
      const both = row.bothSides > 0 ? `, ${row.bothSides} of them on both sides` : '';
      const split = `${people(row.participantCount)} for it, ${people(row.counterParticipantCount)} against${both}`;
      return {
        key: `theme_contradiction:${row.themeId}`,
        aboutId: row.themeId,
        why: `${named(row.label)}: ${split}`,
        match: { themeId: row.themeId },
        opens: 'card',
        rule: 'theme_contradiction',
        card: {
          // the study comes last, since a message may cut the end
          summary: `${named(row.label)} divides people: ${split}, in ${named(row.studyName)}.`,
          priority: CARD_TYPES.theme_contradiction.tier,
          // the more even the sides, the more there is to learn
          urgency: Math.min(...sides) / Math.max(...sides),
          themeIds: [row.themeId],
          studyIds: [row.studyId],
          ...(row.signalId && { signalId: row.signalId }),
        },
      };
    });
  },
} satisfies RuleSet;
