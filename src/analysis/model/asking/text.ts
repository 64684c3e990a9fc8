/**
 * Puts a text on one line, without a final full stop and without the square brackets in which transcripts put
 * redactions ("[Product A]").
 */
export const tidy = (text: string): string =>
  text.replace(/[[\]]/g, '').replace(/\s+/g, ' ').trim().replace(/\.$/, '');

/** True if a model's text can be shown: no mentions, links or markup in any output. */
export const isPlain = (text: string): boolean =>
  text.length >= 3 && text.isWellFormed() && !/[<>@`*_[\]{}|\p{Cc}]|https?:|www\./u.test(text);
