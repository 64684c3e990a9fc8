/** How a question begins that has no question mark. */
const ASKS =
  /^(?:(?:and|but|so|ok|okay|also)[\s,]+)?(?:what|why|how|who|whom|whose|which|when|where|is it|is there|are there|do (?:they|we|people)|does|did|can you|could you|show me|tell me|give me)\b/i;
/** To other people, not to us. */
const ADDRESSES_OTHERS = /<[@!][^>]*>/;

/**
 * Whether a message in a thread that we answered in asks us on. People also talk to each other there: what
 * is no question, or names somebody, is left alone.
 */
export function isFollowUp(text: string): boolean {
  const said = text.trim();
  if (said === '' || ADDRESSES_OTHERS.test(said)) return false;
  // the address of a link has question marks that ask nothing
  const own = said.replace(/<[^>]*>/g, ' ').trim();
  return /[?？؟]/.test(own) || ASKS.test(own);
}
