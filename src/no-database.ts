import { type Unavailable, whyUnavailable } from '../db/why-unavailable.js';

/** Nothing was half done: a transaction that lost its database is rolled back. */
const sentences: Record<Unavailable, string> = {
  away: 'The database cannot be reached at the moment. Try again shortly.',
  slow: 'The database takes too long at the moment. Try again shortly.',
  disk_full:
    "The disk of the database is full, so nothing was stored; reading goes on. Try again when the service's operator has made room.",
  read_only:
    'The database only reads at the moment (a replica, or maintenance), so nothing was stored. Try again later, or where writing is possible.',
};

/** What to tell whoever waits where the database could not serve them; undefined where an error is of another kind. */
export function noDatabase(error: unknown): string | undefined {
  const why = whyUnavailable(error);
  return why && sentences[why];
}
