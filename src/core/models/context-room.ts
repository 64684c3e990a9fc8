import type { Models } from './models.js';

/** Average characters per token of plain English. */
const charactersPerToken = 4;
/** Tokens per character of other scripts, on the safe side. */
const tokensPerForeignCharacter = 0.8;
const foreign = /[^\p{ASCII}‘’“”–—…]/gu;

/** Estimates the tokens of a text without a tokenizer, which differs per model. */
export function estimateTokens(text: string): number {
  const others = text.match(foreign)?.length ?? 0;
  return Math.ceil(
    (text.length - others) / charactersPerToken + others * tokensPerForeignCharacter,
  );
}

/** From this number of tokens on, a context has room for whole interviews and long lists. */
const wideContext = 16_000;

/** Most tokens of a question to the model and its answer together; 0 without a model. */
export const contextTokensOf = ({ models }: { models?: Models }): number =>
  models?.reading?.contextTokens ?? 0;

export const isWide = (contextTokens: number): boolean => contextTokens >= wideContext;
