import { notFound } from '../../../src/errors.js';
import { readSettings } from '../../../src/settings/team-settings.js';
import { readSignalPacket } from '../../../src/signals/read-signal-packet.js';
import { readCardMaterial } from '../card-material.js';
import { detailsModal } from '../messages/details-modal.js';
import { openModal } from '../open-modal.js';
import { showPeople } from '../people/show-people.js';
import type { Action } from './click.js';

export const openDetails: Action = async ({ slack, ctx, subjectId, triggerId }) => {
  const material = await readCardMaterial(ctx, subjectId);
  if (!material) throw notFound('action card', subjectId);
  const fill = await openModal(slack, triggerId);
  const signalId = material.beliefs[0]?.signalId;
  const { names } = await readSettings(ctx.db);
  const packet = signalId ? await readSignalPacket(ctx, signalId) : undefined;
  const view = detailsModal(material, packet, { now: ctx.now, names });
  await fill(await showPeople(ctx, names, view));
};
