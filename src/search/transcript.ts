import { terms, words } from './tokens.js';

const termsBefore = 40;
const termsAfter = 15;
/** A turn costs a little more than its words: changing the speaker is a step as well. */
const betweenTurns: readonly undefined[] = [undefined, undefined];

/** Where a quote stands in a transcript. */
export interface Place {
  /** The terms before it, all speakers' together. */
  start: number;
  /** What is said around it, each term once. */
  around: string[];
}

/** A transcript in which quotes can be looked up. */
export class Transcript {
  private readonly turns: { said: string; start: number }[] = [];
  private readonly terms: (string | undefined)[] = [];

  constructor(turns: readonly { text: string }[]) {
    for (const { text } of turns) {
      this.turns.push({ said: padded(text), start: this.terms.length });
      for (const term of terms(text)) this.terms.push(term);
      this.terms.push(...betweenTurns);
    }
  }

  /** Where a quote is first said within one turn, whatever its case and punctuation; undefined where it is not. */
  find(quote: string): Place | undefined {
    const wanted = padded(quote);
    if (wanted.trim() === '') return undefined;
    for (const { said, start } of this.turns) {
      const at = said.indexOf(wanted);
      if (at < 0) continue;
      const from = start + terms(said.slice(0, at)).length;
      const to = from + terms(wanted).length;
      const near = [
        ...this.terms.slice(Math.max(0, from - termsBefore), from),
        ...this.terms.slice(to, to + termsAfter),
      ];
      return { start: from, around: [...new Set(near)].filter((term) => term !== undefined) };
    }
    return undefined;
  }
}

const padded = (text: string): string => ` ${words(text).join(' ')} `;
