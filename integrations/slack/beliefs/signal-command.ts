import { beliefByRef } from '../../../db/queries/card-material.js';
import {
  readSignalPacket,
  type SignalPacket,
} from '../../../src/beliefs/signals/read-signal-packet.js';
import { signalRef } from '../../../src/beliefs/signals/ref.js';
import { readSettings } from '../../../src/core/team-settings.js';
import { standing } from '../blocks/belief.js';
import { openRow } from '../blocks/belief-buttons.js';
import type { Message } from '../blocks/message.js';
import type { Viewing } from '../blocks/quotes.js';
import { showPeople } from '../blocks/show-people.js';
import { signalBlocks } from '../blocks/signal-blocks.js';
import { escaped, label } from '../blocks/text.js';
import { type Response, respond } from '../connection/respond.js';
import type { SlashCommand } from '../requests/handlers.js';

/** The number of `SIG-12`, `sig 12` or `12`; refs are positive 32-bit integers. */
function refNumber(text: string): number | undefined {
  const digits = /^\s*(?:sig[-\s]?)?(\d{1,9})\s*$/i.exec(text)?.[1];
  return digits ? Number(digits) : undefined;
}

export const signalCommand: SlashCommand = {
  refuse: (text) =>
    refNumber(text) === undefined
      ? 'Name a belief by its ref, such as `/signal SIG-12`.'
      : undefined,

  async run(_slack, ctx, command) {
    const number = refNumber(command.text);
    const answer = (message: Response): Promise<void> =>
      respond(command.response_url, {
        ...message,
        response_type: 'ephemeral',
        replace_original: false,
      });
    const found = await ctx.db.row(beliefByRef, number);
    if (!found) return answer({ text: `There is no belief with the ref SIG-${number}.` });
    const packet = await readSignalPacket(ctx, found.signalId);
    const { names } = await readSettings(ctx.db);
    const view = { now: ctx.now, names, pages: ctx.pages };
    await answer(await showPeople(ctx, names, signalMessage(packet, view)));
  },
};

/** A belief as a separate message, within Slack's size limits. */
export function signalMessage(packet: SignalPacket, view: Viewing): Message {
  const { signal } = packet;
  const name = `${signalRef(signal.refNumber)} ${escaped(label(signal.label, 200))}`;
  return {
    text: `${name}: ${standing(signal, view.now)}.`,
    blocks: [
      ...signalBlocks(packet, { ...view, quote: 700, studies: 5 }),
      ...(signal.archived ? [] : [openRow(signal)]),
    ],
  };
}
