/** The citable handle of a signal (api.md 2.5): for people to read; calls take the id. */
export const signalRef = (refNumber: number): string => `SIG-${refNumber}`;

/** The numbers of the handles that a text holds, each once, in its order. */
export const refNumbersIn = (text: string): number[] => [
  ...new Set([...text.matchAll(/\bsig-(\d{1,9})\b/gi)].map(([, digits]) => Number(digits))),
];
