import { nameBuiltIn } from '../../src/analysis/built-in-analyst.js';
import { readClaims } from '../../src/analysis/claims/read-claims.js';
import { compiledCodebook } from '../../src/analysis/codebook/team-codebook.js';
import { extractQuotes } from '../../src/analysis/quotes/extract-quotes.js';
import { rateHighlights } from '../../src/analysis/rate-highlights.js';
import { expectLinear } from '../support/linear.js';

/** Quotes and the codebook, whose patterns V8 compiles worse the more of them have run: in a process of their own. */
expectLinear({
  'a question and its answer': (text) =>
    extractQuotes({
      turns: [
        { speaker: 'Ann', text },
        { speaker: 'Bob', text: `Yes, ${text}` },
      ],
      interviewers: ['Ann'],
    }),
  claims: (text) => readClaims([{ turn: 0, text, asked: text }], compiledCodebook([])),
  highlights: (text) => rateHighlights('i', [{ quote: text, tags: [text] }], []),
  'names of groups': (text) => nameBuiltIn([{ quotes: [text, `${text} too`] }]),
});
