import { type Deed, DeedRefused } from './deed.js';

/** Someone does not wait until the digest is due. @throws DeedRefused when the app had nothing to say */
export async function postDigest({ workspace, options }: Deed): Promise<void> {
  const before = workspace.messages.lastTs;
  await options.postDigest?.();
  if (workspace.messages.lastTs === before)
    throw new DeedRefused(
      'There is no digest: nothing is new since the last one, or these are quiet hours.',
    );
}
