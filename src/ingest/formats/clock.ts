/** `1:02`, `01:02:03`, `00:01:02.500`, as transcripts write a time in a talk. */
export const CLOCK = String.raw`(?:\d{1,3}:)?\d{1,3}:\d{2}(?:[.,]\d{1,3})?`;

/** Numbers above this many count milliseconds, not seconds: no talk lasts 28 hours. */
export const MOST_SECS = 100_000;

/** Seconds of a clock time; undefined where the text is none. */
export function clockSecs(text: string): number | undefined {
  const match = /^(?:(\d{1,3}):)?(\d{1,3}):(\d{2})(?:[.,](\d{1,3}))?$/.exec(text.trim());
  if (!match) return undefined;
  const [, hours = '0', minutes = '0', seconds = '0', fraction = '0'] = match;
  return (
    Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds) + Number(`0.${fraction || '0'}`)
  );
}
