import { sentencesOf } from '../quotes/sentences.js';

const opening =
  /^(?:[\s,.…"'“”‘’()*_#>-]|(?:um+|uh+|hmm+|oh|ah|well|so|and|or|but|yeah|yes|yep|no|okay|ok|right|like|now|then|also|because|cause|actually|basically|honestly|obviously|personally|sure|i mean|you know|i guess|i think|i feel like|i would say|i'd say|i believe|in fact|for example|for instance|again|still|plus|just|anyway|exactly|especially|that|first of all|overall|of course|to be honest|to be fair|for me|thats)\b(?!['’]))+/i;
const ending = /[\s,.;:!?…"'“”‘’()*_-]+$/;
const filler = /,?\s*\b(?:um+|uh+|you know|i mean)\b,?/gi;
/** Times, remarks of the transcriber. */
const bracketed =
  /\[[^\]]{0,60}\]|\((?:unintelligible|inaudible|crosstalk|laughs?|laughter|pause)[^)]{0,40}\)/gi;
const cut =
  /[,;:—–]\s+|\s-\s+|\s(?=(?:because|so that|which|but|and then|although|whereas|unless)\s)/i;

/**
 * The sentences of a text and their clauses, in order: what opens and fills speech is left out, what follows is as
 * it was said.
 */
export function clausesOf(text: string): string[] {
  const found = sentencesOf(text).flatMap(({ start, end }) => {
    const sentence = text.slice(start, end).replace(bracketed, ' ').replace(/\s+/g, ' ').trim();
    // a question says nothing, and no more do its clauses
    return sentence.endsWith('?') ? [] : [sentence, ...parts(sentence)];
  });
  return [...new Set(found.map(tidied))].filter((clause) => clause !== '');
}

/** What is denied or supposed before a clause turns it: such a clause is no statement of its own. */
const turns = /n['’]t\b|\b(?:not|no|never|if|unless|without|hardly|whether|wish|hope|imagine)\b/i;

function parts(sentence: string): string[] {
  const clauses = sentence.split(cut);
  const turned = clauses.findIndex((clause) => turns.test(clause));
  return turned < 0 ? clauses : clauses.slice(0, turned + 1);
}

const tidied = (clause: string): string =>
  clause.replace(filler, '').replace(/\s+/g, ' ').replace(opening, '').replace(ending, '');
