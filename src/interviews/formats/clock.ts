/** Timestamps as transcripts write them: `1:02`, `01:02:03`, `00:01:02.500`. */
export const CLOCK = String.raw`(?:\d{1,3}:)?\d{1,3}:\d{2}(?:[.,]\d{1,3})?`;

/** Numbers above this are milliseconds, not seconds: no talk lasts 28 hours. */
export const MOST_SECS = 100_000;

/** Seconds of a timestamp; undefined if the text is not one. */
export function clockSecs(text: string): number | undefined {
  const match = /^(?:(\d{1,3}):)?(\d{1,3}):(\d{2})(?:[.,](\d{1,3}))?$/.exec(text.trim());
  if (!match) return undefined;
  const [, hours = '0', minutes = '0', seconds = '0', fraction = '0'] = match;
  return (
    Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds) + Number(`0.${fraction || '0'}`)
  );
}
