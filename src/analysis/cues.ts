import { CUES, type Cue } from '../../db/entities/cue.js';
import { cuePatterns } from './cue-words.js';

const matchers = new Map(CUES.map((cue) => [cue, matcher(cuePatterns[cue])]));

/**
 * Returns the cues in a passage by its English wording: a need, a problem, a workaround, a wish, praise, a
 * comparison, strong feeling, a risk that the person leaves. Each once, in the order of `CUES`; none in other
 * languages.
 */
export function cuesOf(text: string): Cue[] {
  const plain = text.toLowerCase().replaceAll('’', "'");
  return CUES.filter((cue) => matchers.get(cue)?.test(plain));
}

function matcher(patterns: string): RegExp {
  const lines = patterns.split('\n').filter((line) => line !== '');
  const joined = lines.map((line) => line.replaceAll('~', "(?:[\\w']+ ){0,2}")).join('|');
  return new RegExp(`(?<![\\w'])(?:${joined})`);
}
