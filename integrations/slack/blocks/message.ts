import type { KnownBlock } from '@slack/types';

export interface Message {
  /** A full sentence for notifications and screen readers. */
  text: string;
  blocks: KnownBlock[];
}
