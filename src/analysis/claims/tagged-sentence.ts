import model from 'wink-eng-lite-web-model';
import winkNLP from 'wink-nlp';

export interface TaggedWord {
  text: string;
  /** Lower case, with contractions expanded: "don't" is "do" and "not". */
  low: string;
  /** Part of speech: NOUN, VERB and so on. */
  pos: string;
  /** Its position in `plain`. */
  from: number;
  to: number;
}

export interface TaggedSentence {
  words: TaggedWord[];
  /** The clause number of each word. */
  clauses: number[];
  /** All words in lower case, each followed by a space; patterns are matched against this. */
  plain: string;
}

const wink = winkNLP(model, ['pos']);
const { its } = wink;

const contractions: Record<string, string> = {
  "n't": 'not',
  ca: 'can',
  wo: 'will',
  "'m": 'am',
  "'re": 'are',
  "'ve": 'have',
  "'ll": 'will',
  "'d": 'would',
};
const pronounAndVerb: Record<string, string> = {
  "i'm": 'i am',
  "i've": 'i have',
  "i'd": 'i would',
  "i'll": 'i will',
};
/** After these, "'s" is a verb; after a noun it is mostly a possessive. */
const beforeIs = 'it|that|this|there|here|what|where|how|who|he|she|everything|nothing';
const takesIs = new RegExp(`^(?:${beforeIs})$`);
const isContracted = new RegExp(`\\b(${beforeIs})'s\\b`, 'g');
const filler = /^(?:um+|uh+|hmm|mm)$/;
const opensClause = new Set(
  'because but so although though while whereas when if unless since which who where until before after'.split(
    ' ',
  ),
);
const subject = /^(?:i|we|it|they|you|he|she|that|this|then|the|my|there)$/;
const longestRepetition = 3;

/** Tags the words of a sentence; a word repeated in a row ("it it was") is kept once. */
export function tagSentence(text: string): TaggedSentence {
  const tokens = wink.readDoc(straight(text)).tokens();
  const values = tokens.out(its.value) as string[];
  const tags = tokens.out(its.pos) as string[];
  const gaps = tokens.out(its.precedingSpaces) as string[];
  const words: TaggedWord[] = [];
  for (let at = 0; at < values.length; at++) {
    // keeps "co-worker" as one word
    let value = values[at] as string;
    while (values[at + 1] === '-' && gaps[at + 1] === '' && gaps[at + 2] === '') {
      value += `-${values[at + 2]}`;
      at += 2;
    }
    const low = value.toLowerCase();
    if (filler.test(low) || /^\s*$/.test(value)) continue;
    const isAi = low === 'ai' || low === 'ais';
    const isVerb = low === "'s" && takesIs.test(words.at(-1)?.low ?? '');
    const pos = isAi ? 'PROPN' : pronounAndVerb[low] ? 'PRON' : (tags[at] as string);
    words.push({
      text: value,
      low: pronounAndVerb[low] ?? contractions[low] ?? (isVerb ? 'is' : low),
      pos,
      from: 0,
      to: 0,
    });
  }
  const said = withoutRepetition(words);
  let plain = '';
  for (const word of said) {
    word.from = plain.length;
    plain += `${word.low} `;
    word.to = plain.length - 1;
  }
  return { words: said, clauses: clausesOf(said), plain };
}

/** An approximation of `plain` without tagging, fast enough for every sentence. */
export function roughlyPlain(text: string): string {
  const found = straight(text)
    .toLowerCase()
    .replace(/\bcan(?:'t|not)\b/g, 'can not')
    .replace(/\bwon't\b/g, 'will not')
    .replace(/n't\b/g, ' not')
    .replace(isContracted, '$1 is')
    .replace(/'(m|re|ve|ll|d)\b/g, (all) => ` ${contractions[all]}`)
    .match(/\w+(?:-\w+)*|'s\b|[^\w\s]/g);
  return `${(found ?? []).filter((word) => !filler.test(word)).join(' ')} `;
}

const straight = (text: string): string => text.replace(/[’‘]/g, "'").replace(/[“”]/g, '"');

function withoutRepetition(words: readonly TaggedWord[]): TaggedWord[] {
  const kept = [...words];
  for (let n = longestRepetition; n >= 1; n--) {
    for (let at = 0; at + 2 * n <= kept.length; at++) {
      const { pos, low } = kept[at] as TaggedWord;
      const isMeant = pos === 'PUNCT' || low === 'had' || low === 'that';
      const again = kept
        .slice(at, at + n)
        .every((word, k) => word.low === (kept[at + n + k] as TaggedWord).low);
      if (again && !isMeant) kept.splice(at--, n);
    }
  }
  return kept;
}

function clausesOf(words: readonly TaggedWord[]): number[] {
  let clause = 0;
  return words.map((word, at) => {
    const next = words[at + 1];
    const isSoMuch = word.low === 'so' && next !== undefined && /ADJ|ADV/.test(next.pos);
    const isPause = word.pos === 'PUNCT' && /^[,;:—–()\-.…]+$/.test(word.text);
    const opens = at > 0 && opensClause.has(word.low) && !isSoMuch;
    if (isPause || opens || joins(words, at)) clause++;
    return clause;
  });
}

/** True if "and" starts a new clause, as in "… and we check it". */
function joins(words: readonly TaggedWord[], at: number): boolean {
  const next = words[at + 1];
  if (words[at]?.low !== 'and' || at <= 2 || !next || !subject.test(next.low)) return false;
  return words.slice(at + 1, at + 6).some(({ pos }) => /VERB|AUX/.test(pos));
}
