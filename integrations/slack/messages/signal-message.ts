import type { SignalPacket } from '../../../src/signals/read-signal-packet.js';
import { signalRef } from '../../../src/signals/ref.js';
import { standing } from './belief.js';
import type { Message } from './card-message.js';
import type { Viewing } from './quotes.js';
import { signalBlocks } from './signal-blocks.js';
import { escaped, label } from './text.js';

/** A belief as a message of its own, within the room that a message has. */
export function signalMessage(packet: SignalPacket, view: Viewing): Message {
  const { signal } = packet;
  const name = `${signalRef(signal.refNumber)} ${escaped(label(signal.label, 200))}`;
  return {
    text: `${name}: ${standing(signal, view.now)}.`,
    blocks: signalBlocks(packet, { ...view, quote: 700, studies: 5 }),
  };
}
