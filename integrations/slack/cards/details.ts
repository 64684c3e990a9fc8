import { readSignalPacket } from '../../../src/beliefs/signals/read-signal-packet.js';
import { notFound } from '../../../src/core/errors.js';
import { readSettings } from '../../../src/core/team-settings.js';
import { showPeople } from '../blocks/show-people.js';
import type { Action } from '../requests/click.js';
import { openModal } from '../requests/open-modal.js';
import { readCardMaterial } from './card-material.js';
import { detailsModal } from './details-modal.js';

export const openDetails: Action = async ({ slack, ctx, subjectId, triggerId }) => {
  const material = await readCardMaterial(ctx, subjectId);
  if (!material) throw notFound('action card', subjectId);
  const fill = await openModal(slack, triggerId);
  const signalId = material.beliefs[0]?.signalId;
  const { names } = await readSettings(ctx.db);
  const packet = signalId ? await readSignalPacket(ctx, signalId) : undefined;
  const view = detailsModal(material, packet, {
    now: ctx.now,
    names,
    pages: ctx.pages,
    ...(ctx.addressRules ? { addressRules: ctx.addressRules } : {}),
  });
  await fill(await showPeople(ctx, names, view));
};
