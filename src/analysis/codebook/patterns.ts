import { ERASED } from '../../core/words.js';
import type { CodebookEntry } from './entry.js';

const PATTERN_FIELDS = ['says', 'against', 'not', 'near', 'asked'] as const;
type Patterns = Partial<Pick<CodebookEntry, (typeof PATTERN_FIELDS)[number]>>;

/** An entry with its patterns compiled. */
export interface CompiledEntry {
  entry: CodebookEntry;
  says: RegExp;
  against: RegExp | undefined;
  not: RegExp | undefined;
  near: RegExp | undefined;
  asked: RegExp | undefined;
}

/** "ADV " in a pattern matches up to three adverbs or fillers. */
const adverbs = `(?:\\w+ly |very |so |too |also |just |really |quite |pretty |still |even |always |often |sometimes |ever |a |an |the |some |many |lots of |a lot of |more |most |that |as |be |been |being |kind of |sort of ){0,3}`;

/** Words in capitals match a family of words. */
const families: Record<string, string> = {
  TOOL: 'it|ai|the ai|an ai|my ai|chat ?gpt|gpt|claude|copilot|gemini|grok|perplexity|midjourney|llms?|an llm|them|these tools|this tool|the tool|the model|the bot|a chatbot|ai tools|my assistant|an assistant|ai assistant|the assistant',
};
const inFamilies = new RegExp(`\\b(?:${Object.keys(families).join('|')})\\b`, 'g');

const withAdverbs = (line: string): string =>
  line
    .replace(inFamilies, (name) => `(?:${families[name]})`)
    .replaceAll('ADV ', adverbs)
    .replaceAll(' ADV', ` ${adverbs}`);

const namesDenial = /\b(?:not|never|no|without|hardly|nothing|nobody|cannot)\b/;
const openWord = '(\\w+ )';

/** An open word in a line does not match a denial, unless the line names one itself: "my boss does not want it". */
const withoutDenial = (line: string): string =>
  namesDenial.test(line) ? line : line.replaceAll(openWord, '((?!(?:not|never|hardly) )\\w+ )');

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** Matches any of the lines as whole words; matches nothing if there are none. */
const anyOf = (text: string): RegExp => {
  const lines = linesOf(text);
  if (lines.length === 0) return /(?!)/g;
  return new RegExp(
    `(?<![\\w-])(?:${lines.map(withoutDenial).map(withAdverbs).join('|')})(?!\\w)`,
    'g',
  );
};

/** Matches word beginnings: "replac" covers all its forms. */
function openAtEnd(text = ''): RegExp | undefined {
  const lines = linesOf(text);
  return lines.length === 0 ? undefined : new RegExp(`(?<![\\w-])(?:${lines.join('|')})`);
}

export const compileEntry = (entry: CodebookEntry): CompiledEntry => ({
  entry,
  says: anyOf(entry.says),
  against: entry.against === undefined ? undefined : anyOf(entry.against),
  not: openAtEnd(entry.not),
  near: openAtEnd(entry.near),
  asked: entry.asked === undefined ? undefined : anyOf(entry.asked),
});

/**
 * Removes pattern lines: `keep` returns a field's lines that stay. If none stays in `near`, the entry would count far
 * more than it was written for, so all of its patterns go.
 */
export function withPatternLines<E extends Patterns>(
  entry: E,
  keep: (lines: string) => string,
): { entry: E; removed: number } {
  const kept: Patterns = {};
  for (const field of PATTERN_FIELDS) {
    const lines = entry[field];
    if (typeof lines === 'string') kept[field] = keep(lines);
  }
  if (linesOf(entry.near ?? '').length > 0 && linesOf(kept.near ?? '').length === 0) {
    for (const field of PATTERN_FIELDS) if (field in kept) kept[field] = '';
  }
  const removed = countLines(entry) - countLines(kept);
  return { entry: removed === 0 ? entry : { ...entry, ...kept }, removed };
}

const countLines = (entry: Patterns): number =>
  PATTERN_FIELDS.reduce((sum, field) => sum + linesOf(entry[field] ?? '').length, 0);

/** Drops lines that were a participant's words: as a pattern, `[erased]` would match any of its letters. */
export const withoutErasedLines = (lines: string): string =>
  lines
    .split('\n')
    .filter((line) => !line.includes(ERASED))
    .join('\n');

/** The entry without patterns that were a participant's words. */
export const withoutErased = <E extends Patterns>(entry: E): E =>
  withPatternLines(entry, withoutErasedLines).entry;

/**
 * Returns why the patterns of an entry are refused; undefined if they are valid. Only single words or characters
 * may be repeated, or bounded groups that are not nested, so that matching stays linear in the sentence's
 * length.
 */
export function patternProblem(entry: CodebookEntry): string | undefined {
  for (const field of PATTERN_FIELDS) {
    for (const line of linesOf(entry[field] ?? '')) {
      if (/\)[*+]|\{\d*,\}|[*+]{2}|\\\d|\(\?/.test(line)) {
        return `${field}: "${line}" repeats a group without an end, or refers back`;
      }
      if (nestsRepetitions(line)) return `${field}: "${line}" nests repetitions`;
      if (/\\w[*+]\??\\w/.test(line)) return `${field}: "${line}" has two open words in a row`;
      try {
        if (new RegExp(`^(?:${withAdverbs(line)})$`).test('')) {
          return `${field}: "${line}" matches an empty text`;
        }
      } catch {
        return `${field}: "${line}" is not a pattern`;
      }
    }
  }
  return undefined;
}

/** True if a repeated group contains another repeated group. */
function nestsRepetitions(line: string): boolean {
  const repeatedWithin: boolean[] = [false];
  for (let at = 0; at < line.length; at++) {
    if (line[at] === '\\') at++;
    else if (line[at] === '(') repeatedWithin.push(false);
    else if (line[at] === ')') {
      const inner = repeatedWithin.pop() ?? false;
      const isRepeated = line[at + 1] === '{';
      if (inner && isRepeated) return true;
      if (inner || isRepeated) repeatedWithin[repeatedWithin.length - 1] = true;
    }
  }
  return false;
}
