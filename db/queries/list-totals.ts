/** Lists whose rows are counted as they are written (migration 0014). */
type CountedList = 'signals' | 'studies' | 'research_gaps' | 'recommendations' | 'action_cards';

/** Number of the team's rows in a list; `parts` is an SQL condition on the counted parts. */
export const listTotal = (list: CountedList, parts = 'true'): string =>
  `(select coalesce(sum(amount), 0)::int from list_totals
     where team_id = $1 and list = '${list}' and ${parts})`;
