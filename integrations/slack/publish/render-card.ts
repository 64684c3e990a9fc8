import type { Context } from '../../../src/context.js';
import { type CardMaterial, readCardMaterial } from '../card-material.js';
import { cardMessage, type Message, renderingHash } from '../messages/card-message.js';
import type { CardOptions } from '../messages/card-options.js';
import type { Names } from '../messages/person-name.js';
import { showPeople } from '../people/show-people.js';
import type { Slack } from '../slack.js';

export interface Rendering {
  material: CardMaterial;
  message: Message;
  /** Of what it looks like, so the version is left out. */
  hash: string;
}

/** Renders a card from the database as it stands; undefined where there is no such card. */
export async function renderCard(
  ctx: Context,
  slack: Slack,
  actionCardId: string,
  version: number,
  view: { showQuotes: boolean; names: Names },
): Promise<Rendering | undefined> {
  const material = await readCardMaterial(ctx, actionCardId);
  if (!material) return undefined;
  const options: CardOptions = {
    now: ctx.now,
    version,
    ...view,
    trackers: [...slack.trackers.values()],
  };
  const [message, plain] = await showPeople(ctx, view.names, [
    cardMessage(material, options),
    cardMessage(material, { ...options, version: 0 }),
  ] as const);
  return { material, message, hash: renderingHash(plain) };
}
