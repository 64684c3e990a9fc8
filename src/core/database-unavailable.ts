import { type Unavailable, whyUnavailable } from '../../db/why-unavailable.js';

/** No write is left incomplete: a transaction that loses its database is rolled back. */
const sentences: Record<Unavailable, string> = {
  away: 'The database cannot be reached at the moment. Try again shortly.',
  busy: 'Too many requests are waiting for the database at the moment. Try again shortly.',
  slow: 'The database takes too long at the moment. Try again shortly.',
  disk_full:
    "The disk of the database is full, so nothing was stored; reading goes on. Try again when the service's operator has made room.",
  read_only:
    'The database is read-only at the moment (a replica, or maintenance), so nothing was stored. Try again later, or on a server that can write.',
};

/** The error message if the database was unavailable; undefined for an error of another kind. */
export function databaseUnavailable(error: unknown): string | undefined {
  const why = whyUnavailable(error);
  return why && sentences[why];
}
