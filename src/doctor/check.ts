/** How one part of the installation is. */
export interface Check {
  part: string;
  /** `off`: not configured, which is fine. */
  state: 'ok' | 'off' | 'wrong';
  detail: string;
  /** What to do about it, where it is wrong. */
  mend?: string;
}

export const ok = (part: string, detail: string): Check => ({ part, state: 'ok', detail });

export const off = (part: string, detail: string): Check => ({ part, state: 'off', detail });

export const wrong = (part: string, detail: string, mend: string): Check => ({
  part,
  state: 'wrong',
  detail,
  mend,
});

/** The check, or what it threw in its place: one part that cannot be looked at hides no other. */
export async function checked(part: string, check: () => Promise<Check>): Promise<Check> {
  try {
    return await check();
  } catch (error) {
    return wrong(
      part,
      `it could not be checked: ${(error as Error).message}`,
      'Mend what this line names, then run doctor again.',
    );
  }
}
