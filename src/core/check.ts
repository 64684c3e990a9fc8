/** The state of one part of the installation. */
export interface Check {
  part: string;
  /** `off`: not configured, which is fine. */
  state: 'ok' | 'off' | 'wrong';
  detail: string;
  /** The fix, if it is wrong. */
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

/**
 * Runs a check, and reports an error that it throws as its result: a part that cannot be checked does not hide the
 * others.
 */
export async function checked(part: string, check: () => Promise<Check>): Promise<Check> {
  try {
    return await check();
  } catch (error) {
    return wrong(
      part,
      `it could not be checked: ${(error as Error).message}`,
      'Fix the problem named here, then run doctor again.',
    );
  }
}
