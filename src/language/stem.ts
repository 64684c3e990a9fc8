const vowel = /[aeiouy]/;
const doubles = new Set(['bb', 'dd', 'ff', 'gg', 'mm', 'nn', 'pp', 'rr', 'tt']);

const irregular = new Map<string, string>(
  Object.entries({
    skis: 'ski',
    skies: 'sky',
    dying: 'die',
    lying: 'lie',
    tying: 'tie',
    idly: 'idl',
    gently: 'gentl',
    ugly: 'ugli',
    early: 'earli',
    only: 'onli',
    singly: 'singl',
  }),
);
const invariant = new Set(['sky', 'news', 'howe', 'atlas', 'cosmos', 'bias', 'andes']);
const invariantAfterPlural = new Set([
  'inning',
  'outing',
  'canning',
  'herring',
  'earring',
  'proceed',
  'exceed',
  'succeed',
]);

const step2Suffixes: [string, string][] = [
  ['ization', 'ize'],
  ['ational', 'ate'],
  ['fulness', 'ful'],
  ['ousness', 'ous'],
  ['iveness', 'ive'],
  ['tional', 'tion'],
  ['biliti', 'ble'],
  ['lessli', 'less'],
  ['entli', 'ent'],
  ['ation', 'ate'],
  ['alism', 'al'],
  ['aliti', 'al'],
  ['ousli', 'ous'],
  ['iviti', 'ive'],
  ['fulli', 'ful'],
  ['enci', 'ence'],
  ['anci', 'ance'],
  ['abli', 'able'],
  ['izer', 'ize'],
  ['ator', 'ate'],
  ['alli', 'al'],
  ['bli', 'ble'],
];
const step3Suffixes: [string, string][] = [
  ['ational', 'ate'],
  ['tional', 'tion'],
  ['alize', 'al'],
  ['icate', 'ic'],
  ['iciti', 'ic'],
  ['ical', 'ic'],
  ['ness', ''],
  ['ful', ''],
];
const step4Suffixes = [
  'ement',
  'ance',
  'ence',
  'able',
  'ible',
  'ment',
  'ant',
  'ent',
  'ism',
  'ate',
  'iti',
  'ous',
  'ive',
  'ize',
  'al',
  'er',
  'ic',
];

/** The stem of one lower-case English word (Porter's second algorithm, "Snowball English"). */
export function stem(input: string): string {
  let word = input.startsWith("'") ? input.slice(1) : input;
  if (word.length <= 2) return word;
  const fixed = irregular.get(word);
  if (fixed !== undefined) return fixed;
  if (invariant.has(word)) return word;

  word = word.replace(/^y/, 'Y').replace(/([aeiouy])y/g, '$1Y');
  const r1 = regionOne(word);
  const r2 = regionAfter(word, r1);

  word = plural(word.replace(/'s'$|'s$|'$/, ''));
  if (invariantAfterPlural.has(word)) return word;
  word = pastAndGerund(word, r1);
  word = word.replace(/(?<=.[^aeiouy])[yY]$/, 'i');
  word = step2(word, r1);
  word = step3(word, r1, r2);
  word = step4(word, r2);
  return step5(word, r1, r2).toLowerCase();
}

function regionOne(word: string): number {
  const special = /^(gener|commun|arsen)/.exec(word);
  return special ? special[0].length : regionAfter(word, 0);
}

function regionAfter(word: string, from: number): number {
  const match = /[aeiouy][^aeiouy]/.exec(word.slice(from));
  return match ? from + match.index + 2 : word.length;
}

function plural(word: string): string {
  if (word.endsWith('sses')) return word.slice(0, -2);
  if (/(ied|ies)$/.test(word)) return word.length > 4 ? word.slice(0, -2) : word.slice(0, -1);
  if (/(us|ss)$/.test(word)) return word;
  if (word.endsWith('s') && vowel.test(word.slice(0, -2))) return word.slice(0, -1);
  return word;
}

function pastAndGerund(word: string, r1: number): string {
  const eed = /(eedly|eed)$/.exec(word);
  if (eed) return eed.index >= r1 ? `${word.slice(0, eed.index)}ee` : word;
  const ending = /(ingly|edly|ing|ed)$/.exec(word);
  if (!ending || !vowel.test(word.slice(0, ending.index))) return word;
  const base = word.slice(0, ending.index);
  if (/(at|bl|iz)$/.test(base)) return `${base}e`;
  if (doubles.has(base.slice(-2))) return base.slice(0, -1);
  return r1 >= base.length && endsInShortSyllable(base) ? `${base}e` : base;
}

function endsInShortSyllable(word: string): boolean {
  return /(^|[^aeiouy])[aeiouy][^aeiouywxY]$/.test(word) || /^[aeiouy][^aeiouy]$/.test(word);
}

function step2(word: string, r1: number): string {
  for (const [suffix, replacement] of step2Suffixes) {
    if (word.endsWith(suffix)) return replaceFrom(word, suffix, replacement, r1);
  }
  if (word.endsWith('logi')) return replaceFrom(word, 'ogi', 'og', r1);
  if (/[cdeghkmnrt]li$/.test(word)) return replaceFrom(word, 'li', '', r1);
  return word;
}

function step3(word: string, r1: number, r2: number): string {
  if (word.endsWith('ative')) return replaceFrom(word, 'ative', '', r2);
  for (const [suffix, replacement] of step3Suffixes) {
    if (word.endsWith(suffix)) return replaceFrom(word, suffix, replacement, r1);
  }
  return word;
}

function step4(word: string, r2: number): string {
  for (const suffix of step4Suffixes) {
    if (word.endsWith(suffix)) return replaceFrom(word, suffix, '', r2);
  }
  return /[st]ion$/.test(word) ? replaceFrom(word, 'ion', '', r2) : word;
}

function step5(word: string, r1: number, r2: number): string {
  const base = word.slice(0, -1);
  if (word.endsWith('e')) {
    const drops = base.length >= r2 || (base.length >= r1 && !endsInShortSyllable(base));
    return drops ? base : word;
  }
  return word.endsWith('ll') && base.length >= r2 ? base : word;
}

function replaceFrom(word: string, suffix: string, replacement: string, region: number): string {
  const start = word.length - suffix.length;
  return start >= region ? word.slice(0, start) + replacement : word;
}
