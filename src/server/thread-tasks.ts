import type { Transcript as Talk } from '../analysis/analyst.js';
import {
  beliefsFromRules,
  type SaidClaim,
  type StudyWithAi,
} from '../analysis/beliefs/beliefs-from-rules.js';
import { codeQuotes } from '../analysis/claims/code-quotes.js';
import { type CodebookChange, codebookWith } from '../analysis/codebook/team-codebook.js';
import { extractQuotes } from '../analysis/quotes/extract-quotes.js';
import { spokenWords } from '../analysis/quotes/quality.js';
import { planThemes } from '../analysis/themes/plan-themes.js';
import { placesOf } from '../answers/search/quote-finder.js';
import { isCorrection, readFile, speakersIn, talkIn, talksIn } from '../interviews/read-file.js';

/**
 * CPU-intensive tasks by name (`run-in-thread.ts`). Arguments and results are plain data, copied between threads.
 * The tasks do not use the database and do not wait for anything.
 */
export const tasks = {
  readFile,
  speakersIn,
  isCorrection,
  talkIn,
  talksIn,
  extractQuotes: (talk: Talk) => extractQuotes(talk),
  spokenWords: (talk: Talk) => spokenWords(talk),
  codeQuotes,
  heldBeliefs: (
    said: readonly SaidClaim[],
    studies: readonly StudyWithAi[],
    changes: readonly CodebookChange[],
  ) => {
    const own = changes.flatMap(({ entryId, definition }) => (definition === null ? [] : entryId));
    return beliefsFromRules(said, studies, codebookWith(changes).entries, new Set(own));
  },
  planThemes,
  placesOf,
};

declare module '../core/thread/run-in-thread.js' {
  interface Tasks extends Readonly<typeof tasks> {}
}
