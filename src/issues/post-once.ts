import { RetryLater } from '../jobs/retry.js';
import { TrackerFailure } from './tracker-failure.js';

/** One post to a tracker. Its row holds the id or marker that the post will carry. */
interface Posting {
  /** Milliseconds since it was sent and may have been posted; null if it was definitely not posted. */
  sinceSentMs: number | null;
  /** Milliseconds during which a request without a response may still take effect. */
  inDoubtMs: number;
  /** True if an earlier request took effect. */
  exists(): Promise<boolean>;
  /** Stores that it is being sent; false if another process has claimed it or it is no longer wanted. */
  claim(): Promise<boolean>;
  /** Sends it once. Throws `unclear` only if it may have been posted. */
  post(): Promise<void>;
  /** Stores that it was definitely not posted. */
  notSent(): Promise<void>;
}

/**
 * Posts at most once, even if a response is lost or the process ends at any step: it first looks for an earlier
 * post. Returns false if another process has claimed it. Throws TrackerFailure, and RetryLater while an earlier
 * request may still take effect.
 */
export async function postOnce(posting: Posting): Promise<boolean> {
  const { sinceSentMs, inDoubtMs } = posting;
  if (sinceSentMs !== null) {
    if (await posting.exists()) return true;
    const leftInDoubtMs = inDoubtMs - sinceSentMs;
    if (leftInDoubtMs > 0)
      throw new RetryLater(leftInDoubtMs, 'an answer of the tracker is missing');
  }
  if (!(await posting.claim())) return false;
  try {
    await posting.post();
  } catch (error) {
    if (error instanceof TrackerFailure && error.kind !== 'unclear') await posting.notSent();
    throw error;
  }
  return true;
}
