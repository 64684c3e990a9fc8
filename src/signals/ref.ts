/** The citable handle of a signal (api.md 2.5): for people to read; calls take the id. */
export const signalRef = (refNumber: number): string => `SIG-${refNumber}`;
