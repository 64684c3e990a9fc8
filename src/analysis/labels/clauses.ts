import { sentencesOf } from '../quotes/sentences.js';

const opening =
  /^(?:[\s,.…"'“”‘’()*_#>-]|(?:um+|uh+|hmm+|oh|ah|well|so|and|or|but|yeah|yes|yep|no|okay|ok|right|like|now|then|also|because|cause|actually|basically|honestly|obviously|personally|sure|i mean|you know|i guess|i think|i feel like|i would say|i'd say|i believe|in fact|for example|for instance|again|still|plus|just|anyway|exactly|especially|that|first of all|overall|of course|to be honest|for me|thats)\b(?!['’]))+/i;
const ending = /[\s,.;:!?…"'“”‘’()*_-]+$/;
const filler = /,?\s*\b(?:um+|uh+|you know|i mean|kind of|sort of)\b,?/gi;
const dangling =
  /\s(?:and|or|but|so|because|that|which|who|the|a|an|to|of|in|on|at|for|with|as|than|my|our|your|their|its|is|are|was|were|be|if|when|where|how|what|from|by|about|into|like|just|very|really|have|has|had|i|you|we|they|it|this|these|would|could|can|do|however|though|anyway)$/i;
/** Times, remarks of the transcriber. */
const bracketed =
  /\[[^\]]{0,60}\]|\((?:unintelligible|inaudible|crosstalk|laughs?|laughter|pause)[^)]{0,40}\)/gi;
const cut =
  /[,;:—–]\s+|\s-\s+|\s(?=(?:because|so that|which|but|and then|although|whereas|unless)\s)/i;

/**
 * Short clauses of a text that could stand alone, in order: what opens and fills speech is left out, what follows
 * is as it was said.
 */
export function clausesOf(text: string): string[] {
  const found = sentencesOf(text).flatMap(({ start, end }) => {
    const sentence = text.slice(start, end).replace(bracketed, ' ').replace(/\s+/g, ' ').trim();
    return [sentence, ...sentence.split(cut)];
  });
  return [...new Set(found.map(tidied))].filter((clause) => clause !== '');
}

function tidied(clause: string): string {
  let text = clause.replace(filler, '').replace(/\s+/g, ' ').replace(opening, '');
  for (let before = ''; before !== text; ) {
    before = text;
    text = text.replace(ending, '').replace(dangling, '');
  }
  return text;
}
