import type { Context } from '../../../src/core/context.js';
import type { CardOptions } from '../blocks/card-options.js';
import type { Message } from '../blocks/message.js';
import type { Names } from '../blocks/person-name.js';
import { showPeople } from '../blocks/show-people.js';
import type { Slack } from '../connection/slack.js';
import { type CardMaterial, readCardMaterial } from './card-material.js';
import { cardMessage, renderingHash } from './card-message.js';

export interface Rendering {
  material: CardMaterial;
  message: Message;
  /** Hash of the visible content, without the version. */
  hash: string;
}

/** Renders a card from the database; undefined if it does not exist. */
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
    pages: slack.pages,
    trackers: [...slack.trackers.values()],
    ...(slack.addressRules ? { addressRules: slack.addressRules } : {}),
  };
  const [message, plain] = await showPeople(ctx, view.names, [
    cardMessage(material, options),
    cardMessage(material, { ...options, version: 0 }),
  ] as const);
  return { material, message, hash: renderingHash(plain) };
}
