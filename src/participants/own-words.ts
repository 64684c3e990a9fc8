import { words } from '../search/tokens.js';
import { wholeWords } from '../whole-words.js';

/** What stands in a text in place of an erased person's words. */
const ERASED = '[erased]';

/** So many words in a row that somebody was quoted with are theirs, and so many of all that they said. */
const QUOTED_RUN = 5;
const SPOKEN_RUN = 8;
/** A quote below the run's length counts whole, from this many words on. */
const SHORTEST = 3;

const WORD = /[\p{L}\p{N}]+(?:['’][\p{L}\p{N}]+)*/gu;

const normal = (word: string): string => word.toLowerCase().replaceAll('’', "'");

const wordsOf = (text: string): { word: string; start: number; end: number }[] =>
  [...text.matchAll(WORD)].map((match) => ({
    word: normal(match[0]),
    start: match.index,
    end: match.index + match[0].length,
  }));

function addRuns(runs: Set<string>, text: string, length: number): void {
  const said = wordsOf(text).map(({ word }) => word);
  const run = said.length < length && said.length >= SHORTEST ? said.length : length;
  for (let at = 0; at + run <= said.length; at++) runs.add(said.slice(at, at + run).join(' '));
}

/** Finds a person's words and names in texts that others wrote. */
export class OwnWords {
  private readonly runs = new Map<number, Set<string>>();
  private readonly named: RegExp | undefined;

  constructor({
    quotes,
    spoken,
    names,
  }: {
    quotes: readonly string[];
    spoken: readonly string[];
    /** Full names and addresses; whole words, in any case. */
    names: readonly string[];
  }) {
    const runs = new Set<string>();
    for (const quote of quotes) addRuns(runs, quote, QUOTED_RUN);
    const long = new Set<string>();
    for (const text of spoken)
      if (words(text).length >= SPOKEN_RUN) addRuns(long, text, SPOKEN_RUN);
    for (const run of [...runs, ...long]) {
      const length = run.split(' ').length;
      const known = this.runs.get(length) ?? new Set();
      this.runs.set(length, known.add(run));
    }
    this.named = names.length > 0 ? wholeWords(names, 'gi') : undefined;
  }

  /** Every passage of a text that is the person's by its words, as it is written there. */
  passagesIn(text: string): string[] {
    return this.spansIn(text).map(({ start, end }) => text.slice(start, end));
  }

  /**
   * The text with every run of the person's words, and every name, replaced by `[erased]`; not `shared` passages
   * (small letters), which others said as well.
   */
  redact(text: string, shared: ReadonlySet<string> = new Set()): string {
    let redacted = '';
    let at = 0;
    for (const { start, end } of this.spansIn(text)) {
      if (shared.has(text.slice(start, end).toLowerCase())) continue;
      redacted += `${text.slice(at, start)}${ERASED}`;
      at = end;
    }
    redacted += text.slice(at);
    return this.named ? redacted.replace(this.named, ERASED) : redacted;
  }

  /** The text with every name blacked out, letter by letter, so that every other character keeps its place. */
  blackOut(text: string): string {
    return this.named ? text.replace(this.named, (found) => '█'.repeat(found.length)) : text;
  }

  private spansIn(text: string): { start: number; end: number }[] {
    const said = wordsOf(text);
    const spans: { start: number; end: number }[] = [];
    for (let at = 0; at < said.length; at++) {
      const length = [...this.runs.keys()]
        .sort((a, b) => b - a)
        .find((count) =>
          this.runs.get(count)?.has(
            said
              .slice(at, at + count)
              .map(({ word }) => word)
              .join(' '),
          ),
        );
      if (length === undefined) continue;
      const span = { start: said[at]!.start, end: said[at + length - 1]!.end };
      const last = spans.at(-1);
      if (last && span.start <= last.end) last.end = Math.max(last.end, span.end);
      else spans.push(span);
    }
    return spans;
  }
}
