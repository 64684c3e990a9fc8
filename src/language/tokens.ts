import { stem } from './stem.js';
import { stopWords } from './stop-words.js';

const word = /[\p{L}\p{N}\p{M}]+(?:['’][\p{L}\p{M}]+)*|\p{Extended_Pictographic}/gu;
const accent = /[\u0300-\u036f]/g;
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;
const beyondAscii = /[\u0080-\uffff]/;
const longestWord = 40;

/** Terms of words seen before: a stem takes dozens of comparisons, and people repeat their words. */
const knownTerms = new Map<string, string>();
const mostKnown = 20_000;
/** A longer word is rare, and V8 may keep the whole text that it was cut from in memory. */
const longestKnown = 12;

/**
 * The words of a text in order, in lower case and without accents. Runs of a script that is written
 * without spaces are split into overlapping pairs of characters.
 */
export function words(text: string): string[] {
  if (!beyondAscii.test(text)) return text.toLowerCase().match(word) ?? [];
  const plain = text.normalize('NFKD').replace(accent, '').normalize('NFC').toLowerCase();
  return (plain.match(word) ?? []).flatMap((found) =>
    unspaced.test(found) ? pairs(found) : [found.replaceAll('’', "'")],
  );
}

/**
 * The terms by which a text is found, in order: stems of its words without stop words. A text of
 * stop words only keeps them all, so that it can be found too.
 */
export function terms(text: string): string[] {
  const telling = tellingTerms(text);
  return telling.length > 0 ? telling : words(text).map(termOf);
}

/** The terms of a text without stop words, in order; none if it has only stop words. */
export function tellingTerms(text: string): string[] {
  return words(text)
    .filter((found) => !stopWords.has(found))
    .map(termOf);
}

/** The term by which a lower-case word is found. */
export function termOf(word: string): string {
  const known = knownTerms.get(word);
  if (known !== undefined) return known;
  const term = stem(oneSpelling(word.slice(0, longestWord).toWellFormed()));
  if (word.length > longestKnown) return term;
  if (knownTerms.size >= mostKnown) knownTerms.clear();
  knownTerms.set(word, term);
  return term;
}

function pairs(run: string): string[] {
  const characters = [...run];
  if (characters.length < 2) return characters;
  return characters.slice(1).map((character, index) => `${characters[index]}${character}`);
}

const our =
  /^(arm|behavi|cand|clam|col|demean|endeav|fav|flav|glam|harb|hon|hum|lab|misbehavi|neighb|od|parl|rig|rum|sav|splend|tum|val|vap|vig)our/;
const ize =
  /^(agon|anonym|antagon|apolog|author|capital|categor|central|character|civil|commercial|computer|concept|conceptual|contextual|critic|custom|decentral|depriorit|destabil|digit|digital|econom|emphas|equal|external|familiar|final|formal|general|global|harmon|hypothes|ideal|immun|incentiv|individual|industrial|initial|internal|item|jeopard|legal|local|material|maxim|mechan|memor|minim|mobil|modern|monet|natural|neutral|normal|optim|organ|parametr|patron|penal|personal|polar|popular|priorit|privat|public|random|rational|real|recogn|reorgan|sanit|scrutin|serial|social|special|stabil|standard|subsid|summar|symbol|sympath|synchron|system|token|trivial|util|vandal|verbal|victim|visual)is(?=e|ing|ation|able)/;
const single =
  /^(cancel|channel|counsel|dial|fuel|label|level|marvel|model|panel|pencil|signal|total|travel|tunnel)l(?=ed$|ing$|er$|ers$|ation$)/;
const others = new Map(
  Object.entries({
    analyse: 'analyze',
    analysed: 'analyzed',
    analyses: 'analyzes',
    analysing: 'analyzing',
    acknowledgement: 'acknowledgment',
    ageing: 'aging',
    catalogue: 'catalog',
    catalogues: 'catalogs',
    centre: 'center',
    centres: 'centers',
    cheque: 'check',
    cheques: 'checks',
    defence: 'defense',
    dialogue: 'dialog',
    dialogues: 'dialogs',
    enrol: 'enroll',
    enrolment: 'enrollment',
    fulfil: 'fulfill',
    grey: 'gray',
    judgement: 'judgment',
    licence: 'license',
    licences: 'licenses',
    litre: 'liter',
    litres: 'liters',
    metre: 'meter',
    metres: 'meters',
    offence: 'offense',
    paralyse: 'paralyze',
    programme: 'program',
    programmes: 'programs',
    sceptical: 'skeptical',
    skilful: 'skillful',
    theatre: 'theater',
    tyre: 'tire',
    tyres: 'tires',
  }),
);

/** The American spelling of a lower-case English word, so that both spellings count as one word. */
function oneSpelling(word: string): string {
  return others.get(word) ?? word.replace(our, '$1or').replace(ize, '$1iz').replace(single, '$1');
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/**
 * Matches any of these names in exactly this spelling, unless it is part of a longer word.
 * @param flags `g` for every match, `i` to ignore case; `u` is always set
 */
export const wholeWords = (names: readonly string[], flags: 'g' | 'gi'): RegExp =>
  new RegExp(
    `(?<![\\p{L}\\p{N}])(?:${names.map(escaped).join('|')})(?![\\p{L}\\p{N}])`,
    `${flags}u`,
  );
