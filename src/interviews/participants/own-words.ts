import { ERASED } from '../../core/words.js';
import { wholeWords, words } from '../../language/tokens.js';

/** Length of a run of words that identifies a participant: in a quote, and in everything that they said. */
const QUOTED_RUN = 5;
const SPOKEN_RUN = 8;
/** A quote shorter than a run is matched whole, if it has at least this many words. */
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

/** Finds a participant's words and names in texts by others. */
export class OwnWords {
  private readonly runs = new Map<number, Set<string>>();
  /** Lengths of the runs, longest first. */
  private readonly lengths: readonly number[];
  private readonly named: RegExp | undefined;

  constructor({
    quotes,
    spoken,
    names,
  }: {
    quotes: readonly string[];
    spoken: readonly string[];
    /** Full names and email addresses, matched as whole words in any case. */
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
    this.lengths = [...this.runs.keys()].sort((a, b) => b - a);
    this.named = names.length > 0 ? wholeWords(names, 'gi') : undefined;
  }

  /** Every passage of a text that consists of the participant's words, as written in the text. */
  passagesIn(text: string): string[] {
    return this.spansIn(text).map(({ start, end }) => text.slice(start, end));
  }

  /**
   * Replaces every run of the participant's words, and every name, with `[erased]`, except `shared` passages
   * (lower case), which others said as well.
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

  /** Drops every line that has words of the participant, except `shared` passages, or a name. */
  withoutLines(text: string, shared: ReadonlySet<string> = new Set()): string {
    const passages = this.spansIn(text).filter(
      ({ start, end }) => !shared.has(text.slice(start, end).toLowerCase()),
    );
    const names = this.named
      ? [...text.matchAll(this.named)].map(({ 0: { length }, index: start }) => ({
          start,
          end: start + length,
        }))
      : [];
    const spans = [...passages, ...names];
    let from = 0;
    const kept = text.split('\n').filter((line) => {
      const [start, end] = [from, from + line.length];
      from = end + 1;
      return !spans.some((span) => span.start < end && span.end > start);
    });
    return kept.join('\n');
  }

  /** Blacks out every name letter by letter, so that all other characters keep their positions. */
  blackOut(text: string): string {
    return this.named ? text.replace(this.named, (found) => '█'.repeat(found.length)) : text;
  }

  private spansIn(text: string): { start: number; end: number }[] {
    const said = wordsOf(text);
    const spans: { start: number; end: number }[] = [];
    for (let at = 0; at < said.length; at++) {
      const length = this.lengths.find((count) =>
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
