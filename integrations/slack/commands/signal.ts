import { beliefByRef } from '../../../db/queries/card-material.js';
import { readSettings } from '../../../src/settings/team-settings.js';
import { readSignalPacket } from '../../../src/signals/read-signal-packet.js';
import { signalMessage } from '../messages/signal-message.js';
import { showPeople } from '../people/show-people.js';
import { type Response, respond } from '../respond.js';
import type { SlashCommand } from './slash-command.js';

/** The number of `SIG-12`, `sig 12` or `12`; refs are positive 32-bit integers. */
function refNumber(text: string): number | undefined {
  const digits = /^\s*(?:sig[-\s]?)?(\d{1,9})\s*$/i.exec(text)?.[1];
  return digits ? Number(digits) : undefined;
}

export const signalCommand: SlashCommand = {
  acknowledge: (text) =>
    refNumber(text) === undefined
      ? { text: 'Name a belief by its handle, such as `/signal SIG-12`.', proceed: false }
      : { text: 'Looking it up…', proceed: true },

  async run(_slack, ctx, command) {
    const number = refNumber(command.text);
    const answer = (message: Response): Promise<void> =>
      respond(command.response_url, {
        ...message,
        response_type: 'ephemeral',
        replace_original: true,
      });
    const found = await ctx.db.row(beliefByRef, number);
    if (!found) return answer({ text: `There is no belief with the handle SIG-${number}.` });
    const packet = await readSignalPacket(ctx, found.signalId);
    const { names } = await readSettings(ctx.db);
    await answer(await showPeople(ctx, names, signalMessage(packet, { now: ctx.now, names })));
  },
};
