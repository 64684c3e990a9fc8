import { wholeWords } from '../language/tokens.js';

/** Lengths are bounded, so that one endless word does not slow matching down. */
const EMAIL =
  /(?<![\p{L}\p{N}._%+-])[\p{L}\p{N}._%+-]{1,64}@[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){1,8}/gu;
/** Spoken form, as recognizers write it: `anna dot lee at gmail dot com`. */
const SPOKEN_EMAIL =
  /(?<![\w.-])[\w.-]{1,64}(?:\s+(?:dot|underscore)\s+[\w-]{1,64}){0,4}\s+at\s+[\w-]{1,63}(?:\s+dot\s+[\w-]{1,63}){0,4}\s+dot\s+(?:com|org|net|edu|gov|io|co|de|uk|fr|nl|ch|at|eu|info)\b/giu;
const DIGITS_APART = /(?<![\p{L}\d])\d(?:[ -]?\d){12,18}(?![\p{L}\d])/gu;
const PHONE =
  /(?<![\p{L}\d.,:/-])(?:\+|00)?\(?\d{1,4}\)?(?:[ .\-/]?\(?\d{2,5}\)?){1,6}(?![\p{L}\d]|[.,:]\d)/gu;
const DATE =
  /^(?:(?:19|20)\d{2}[-./]\d{1,2}[-./]\d{1,2}|\d{1,2}[-./]\d{1,2}[-./](?:19|20)?\d{2}|(?:19|20)\d{2}\s?[-/]\s?(?:19|20)\d{2})$/;

/** Checks the check digit of a payment card. */
function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let at = 0; at < digits.length; at++) {
    const digit = Number(digits[digits.length - 1 - at]);
    sum += at % 2 === 0 ? digit : digit > 4 ? digit * 2 - 9 : digit * 2;
  }
  return sum % 10 === 0;
}

const onlyDigits = (text: string): string => text.replace(/\D/g, '');

function isPhone(text: string): boolean {
  const digits = onlyDigits(text).length;
  if (digits > 15 || DATE.test(text)) return false;
  if (/^(?:\+|00)/.test(text)) return digits >= 7;
  // Without a country code, it must be long or grouped like a telephone number.
  return digits >= 9
    ? /^\(?0|[ .\-/()]/.test(text) || digits >= 10
    : /^\(?\d{3}\)?[ .-]\d{3,4}(?:[ .-]\d{4})?$/.test(text) && digits >= 7;
}

/**
 * Masks email addresses, payment card numbers (by their check digit) and telephone numbers: each is replaced with
 * its kind, such as `[email]`. Dates, years and amounts stay.
 */
export const maskText = (text: string): string =>
  text
    .replace(EMAIL, '[email]')
    .replace(SPOKEN_EMAIL, '[email]')
    .replace(DIGITS_APART, (found) => (passesLuhn(onlyDigits(found)) ? '[card number]' : found))
    .replace(PHONE, (found) => (isPhone(found) ? '[phone]' : found));

/** Minimum length of a first name that is matched on its own. */
const LEAST_LETTERS = 3;

/** Replaces each full name, and its first name alone, with an alias. Matches whole words, case-sensitive. */
export function hideNames(text: string, aliases: ReadonlyMap<string, string>): string {
  let hidden = text;
  for (const [name, alias] of aliases) {
    const first = name.split(/\s+/)[0] as string;
    const spellings = [
      name,
      ...(first.length >= LEAST_LETTERS && /^\p{Lu}/u.test(first) ? [first] : []),
    ];
    hidden = hidden.replace(wholeWords(spellings, 'g'), alias);
  }
  return hidden;
}
