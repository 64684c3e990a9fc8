import { teamStatement } from '../../../db/statement.js';

/** The text of a signal that is indexed for search; the index signals_by_words has the same. */
const wordsOfSignal = `to_tsvector('english', s.label || ' ' || s.description || ' ' || coalesce(s.implication, ''))`;

/** Signals that a tsquery ($2) names, archived ones too, the best first; at most $3. */
export const signalsNaming = teamStatement<{ signalId: string }, [tsquery: string, limit: number]>(
  'ask.signals-naming',
  `select s.signal_id as "signalId" from signals s
   where s.team_id = $1 and ${wordsOfSignal} @@ to_tsquery('english', $2)
   order by ts_rank(${wordsOfSignal}, to_tsquery('english', $2)) desc, s.signal_id limit $3`,
);

/** The words of each theme of signals ($2) and of what links it, cut at 1,000 characters; at most 2,000 themes. */
export const wordsOfThemes = teamStatement<
  { signalId: string; themeId: string; words: string },
  [signalIds: readonly string[]]
>(
  'ask.words-of-themes',
  `select link.signal_id as "signalId", link.theme_id as "themeId",
     left(concat_ws(' ', t.label, t.description, link.narrative), 1000) as words
   from signal_themes link
   join themes t on t.team_id = $1 and t.theme_id = link.theme_id
   where link.team_id = $1 and link.signal_id = any ($2)
   order by link.signal_id, link.position limit 2000`,
);
