/** One line without a full stop, and without the square brackets in which transcripts put what they leave out ("[Product A]"). */
export const tidy = (text: string): string =>
  text.replace(/[[\]]/g, '').replace(/\s+/g, ' ').trim().replace(/\.$/, '');

/** True if a text of a model can be shown: no mentions, links or markup in any output. */
export const isPlain = (text: string): boolean =>
  text.length >= 3 && text.isWellFormed() && !/[<>@`*_[\]{}|\p{Cc}]|https?:|www\./u.test(text);
