import type { SignalPacket } from './read-signal-packet.js';

/** Advice on a belief without an open recommendation or gap; undefined if nothing is left to do. */
export function adviceWithoutWork({
  signal,
  recommendations,
  postShipReceipt,
}: SignalPacket): string | undefined {
  if (signal.archived) return undefined;
  const shipped = recommendations.find(({ state }) => state === 'shipped');
  if (shipped && !postShipReceipt) {
    return `see if the fix holds. If people still bring this up, reopen “${shipped.title}”.`;
  }
  return signal.stage === 'emerging'
    ? 'collect more evidence; too few people or studies support it so far.'
    : 'no open gap or recommendation; keep it in mind.';
}
