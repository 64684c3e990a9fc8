import type { Models } from './models.js';

/** Characters of a token of plain English, on average. */
const charactersPerToken = 4;
/** Tokens of another script's character, on the safe side. */
const tokensPerForeignCharacter = 0.8;
const foreign = /[^\p{ASCII}‘’“”–—…]/gu;

/** Estimates the tokens of a text without a tokenizer, which differs per model. */
export function estimateTokens(text: string): number {
  const others = text.match(foreign)?.length ?? 0;
  return Math.ceil(
    (text.length - others) / charactersPerToken + others * tokensPerForeignCharacter,
  );
}

/** Tokens from which on a context has room for whole interviews and long lists. */
const wideContext = 16_000;

/** The tokens that a question to the model and its answer have together; 0 without a model. */
export const contextTokensOf = ({ models }: { models?: Models }): number =>
  models?.reading?.contextTokens ?? 0;

export const isWide = (contextTokens: number): boolean => contextTokens >= wideContext;
