import { Refusal } from '../errors.js';
import { HttpRefusal } from './error-response.js';

/** Gives up on work that takes too long; the caller gets 503 in the error shape. */
export async function withDeadline<T>(deadlineMs: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const deadline = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(tooSlow(deadlineMs)), deadlineMs);
  });
  try {
    return await Promise.race([work, deadline]);
  } finally {
    clearTimeout(timer);
    work.catch(() => {}); // given up on: its later failure has nobody to reach
  }
}

const tooSlow = (deadlineMs: number): HttpRefusal =>
  new HttpRefusal(
    503,
    new Refusal('internal', `The request took longer than ${deadlineMs} ms and was given up.`),
  );
