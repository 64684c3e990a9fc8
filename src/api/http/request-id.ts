import { randomUUID } from 'node:crypto';

const GIVEN_ID = /^[\w.-]{1,128}$/;

/** The id that a client or a proxy gave its request, where it is fit for a header and a log, else a new one. */
export const requestIdOf = (given: string | string[] | undefined): string =>
  typeof given === 'string' && GIVEN_ID.test(given) ? given : randomUUID();
