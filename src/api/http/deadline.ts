import { Refusal } from '../../errors.js';
import { HttpRefusal } from './error-response.js';

/** Gives up on work that takes too long; the caller gets 503 in the error shape. */
export const withDeadline = <T>(deadlineMs: number, work: Promise<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(tooSlow(deadlineMs)), deadlineMs);
    // a failure after the deadline has nobody to reach
    work.then(
      (done) => {
        clearTimeout(timer);
        resolve(done);
      },
      (error: unknown) => {
        clearTimeout(timer);
        reject(error);
      },
    );
  });

const tooSlow = (deadlineMs: number): HttpRefusal =>
  new HttpRefusal(
    503,
    new Refusal('internal', `The request took longer than ${deadlineMs} ms and was given up.`),
    { 'Retry-After': '5' },
  );
