/** The citable reference of a signal, for people to read; calls take the id. */
export const signalRef = (refNumber: number): string => `SIG-${refNumber}`;

/** The numbers of the references in a text, each once, in order. */
export const refNumbersIn = (text: string): number[] => [
  ...new Set([...text.matchAll(/\bsig-(\d{1,9})\b/gi)].map(([, digits]) => Number(digits))),
];

/** The number of the reference that a text consists of, such as `SIG-12`; undefined for any other text. */
export function refNumberOf(text: string): number | undefined {
  const digits = /^sig-(\d{1,9})$/i.exec(text)?.[1];
  return digits === undefined ? undefined : Number(digits);
}
