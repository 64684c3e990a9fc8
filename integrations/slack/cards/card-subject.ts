import type { RichTextBlock } from '@slack/types';
import type { Context } from '../../../src/core/context.js';
import { notFound } from '../../../src/core/errors.js';
import { readSettings } from '../../../src/core/team-settings.js';
import { showPeople } from '../blocks/show-people.js';
import { readCardMaterial } from './card-material.js';
import { subjectBlock } from './card-subject-block.js';

/** The block that names a modal's card. Throws `not_found`. */
export async function cardSubject(ctx: Context, actionCardId: string): Promise<RichTextBlock> {
  const material = await readCardMaterial(ctx, actionCardId);
  if (!material) throw notFound('action card', actionCardId);
  const { names } = await readSettings(ctx.db);
  return showPeople(ctx, names, subjectBlock(material, { now: ctx.now, names }));
}
