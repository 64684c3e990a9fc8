const CORE =
  words(`ok okay k kk thanks thank thx ty cheers great good nice cool perfect awesome amazing brilliant
  excellent wonderful lovely fantastic super neat sweet fine sure right exactly agreed noted understood gotcha got
  helpful interesting wow haha lol yes yep yeah yup no nope bye goodbye sorry welcome danke merci gracias obrigado grazie tack`);
const FILLER =
  words(`a again all am an and answer belief bot but for from fun have help i i'll i'm is it it's job
  just layer lot love man many mate me morning much my night not now of oh one point problem really so stuff team
  that that's the then this to today too very was well will work worries you you're your day evening`);
const MOST_WORDS = 12;

/**
 * True if a message is only a courtesy or an emoji ("great, thank you", "ok", ":+1:"): people say such things to a
 * bot as they do to each other, and expect no answer.
 */
export function isCourtesy(said: string): boolean {
  if (/[?？؟]/.test(said)) return false;
  const found =
    said
      .toLowerCase()
      .replaceAll('’', "'")
      .replace(/:[\w+'-]+:/g, ' ')
      .match(/[\p{L}\p{N}']+/gu) ?? [];
  if (found.length === 0) return said.trim() !== '';
  return (
    found.length <= MOST_WORDS &&
    found.some((word) => CORE.has(word)) &&
    found.every((word) => CORE.has(word) || FILLER.has(word))
  );
}

function words(list: string): ReadonlySet<string> {
  return new Set(list.split(/\s+/));
}
