import { sentencesOf } from '../quotes/sentences.js';

const opening =
  /^(?:[\s,.…"'“”‘’()*_#>-]|(?:um+|uh+|hmm+|oh|ah|well|so|and|or|but|yeah|yes|yep|no|okay|ok|right|like|now|then|also|because|cause|actually|basically|honestly|obviously|personally|sure|i mean|you know|i guess|i think|i feel like|i would say|i'd say|i believe|in fact|for example|for instance|again|still|plus|just|anyway|exactly|especially|that|first of all|overall|of course|often|usually|sometimes|typically|generally|whereas|similarly|additionally|however|therefore|recently|ideally|hopefully|to be honest|to be fair|for me|thats)\b(?!['’]))+/i;
const ending = /[\s,.;:!?…"'“”‘’()*_-]+$/;
const filler =
  /,?\s*\b(?:um+|uh+|you know|i mean)\b,?|(?<!\b(?:not|n['’]t))\s(?:definitely|really|actually|just|also|basically|literally|honestly|obviously|certainly|kind of|sort of|pretty much|like,|quite)(?=\s)/gi;
const trailing =
  /\s(?:for (?:me|us|my \w+|our \w+)|right now|as well|too|though|however|anymore|at all|or something|or whatever|these days)[\s.,;:!]*$/i;
/** Times, remarks of the transcriber. */
const bracketed =
  /\[[^\]]{0,60}\]|\((?:unintelligible|inaudible|crosstalk|laughs?|laughter|pause)[^)]{0,40}\)/gi;
const cut =
  /[,;:—–]\s+|\s-\s+|\s(?=(?:because|so that|which|but|and then|although|whereas|unless|when|while|since|particularly|especially|instead of|rather than|right now)\s)/i;

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
  return [...new Set(found.map(tidied).flatMap(beginnings))].filter((clause) => clause !== '');
}

const longClause = 8;
const fewestOfLong = 5;
const tail = /\s(?=(?:and|or|for|with|from|in|by|on|at|during|like|such as|after|before)\s)/gi;

/** A clause, and where it is long, what stands before each of the phrases that it goes on with. */
function beginnings(clause: string): string[] {
  const count = (text: string): number => text.split(' ').length;
  if (count(clause) <= longClause) return [clause];
  const shorter = [...clause.matchAll(tail)]
    .map(({ index }) => clause.slice(0, index))
    .filter((start) => count(start) >= fewestOfLong);
  return [clause, ...shorter.map((start) => start.replace(ending, ''))];
}

/** What is denied or supposed before a clause turns it: such a clause is no statement of its own. */
const turns = /n['’]t\b|\b(?:not|no|never|if|unless|without|hardly|whether|wish|hope|imagine)\b/i;

function parts(sentence: string): string[] {
  const clauses = sentence.split(cut);
  const turned = clauses.findIndex((clause) => turns.test(clause));
  return turned < 0 ? clauses : clauses.slice(0, turned + 1);
}

const tidied = (clause: string): string =>
  clause
    .replace(filler, '')
    .replace(/\s+/g, ' ')
    .replace(opening, '')
    .replace(trailing, '')
    .replace(ending, '');
