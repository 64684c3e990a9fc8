import { readFileSync } from 'node:fs';

/** The lines of a word list in this folder, without comments (lines that start with `#`). */
export const wordLines = (file: string): string[] =>
  readFileSync(new URL(`./${file}`, import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));

/**
 * Words that carry grammar, not meaning. Question words are among them because a question is
 * matched against what people said, not against other questions.
 */
export const stopWords: ReadonlySet<string> = new Set(
  `a about above after again against all also am an and any are aren't as at be because been before
  being below between both but by can can't could couldn't did didn't do does doesn't doing don't
  down during each few for from further had hadn't has hasn't have haven't having he her here hers
  herself him himself his how i i'd i'll i'm i've if in into is isn't it it's its itself just let's
  me more most my myself no nor not now of off on once only or other our ours ourselves out over own
  same she should shouldn't so some such than that that's the their theirs them themselves then
  there there's these they they'd they'll they're they've this those through to too under until up
  us very was wasn't we we'd we'll we're we've were weren't what what's when where which while who
  who's whom why will with won't would wouldn't you you'd you'll you're you've your yours yourself
  yourselves`.split(/\s+/),
);
