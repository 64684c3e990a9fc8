import { z } from 'zod';
import { Block } from './blocks.js';
import type { Interactive } from './elements.js';
import { plainText } from './text.js';

const common = {
  callback_id: z.string().max(255).optional(),
  private_metadata: z.string().max(3000).optional(),
  external_id: z.string().max(255).optional(),
  blocks: z.array(Block).max(100),
};

export const ModalView = z
  .strictObject({
    type: z.literal('modal'),
    title: plainText(24),
    submit: plainText(24).optional(),
    close: plainText(24).optional(),
    clear_on_close: z.boolean().optional(),
    notify_on_close: z.boolean().optional(),
    submit_disabled: z.boolean().optional(),
    ...common,
  })
  .refine(
    (view) => view.submit !== undefined || view.blocks.every((block) => block.type !== 'input'),
    { error: 'must have a submit button, because it holds an input block' },
  );
export type ModalView = z.infer<typeof ModalView>;

export const HomeView = z.strictObject({ type: z.literal('home'), ...common });
export type HomeView = z.infer<typeof HomeView>;

/** An interactive element with its block. */
export interface Field {
  blockId: string;
  actionId: string;
  element: Interactive;
  /** Set for an input block: true if it may stay empty. */
  input?: { optional: boolean };
}

/** Every interactive element in the blocks, in reading order. */
export function fieldsOf(blocks: readonly Block[]): Field[] {
  return blocks.flatMap((block) =>
    elementsOf(block).map((element) => ({
      blockId: block.block_id ?? '',
      actionId: element.action_id ?? '',
      element,
      ...(block.type === 'input' && { input: { optional: block.optional ?? false } }),
    })),
  );
}

function elementsOf(block: Block): Interactive[] {
  switch (block.type) {
    case 'actions':
    case 'context_actions':
      return block.elements;
    case 'card':
      return block.actions ?? [];
    case 'input':
      return [block.element];
    case 'section':
      return block.accessory && block.accessory.type !== 'image' ? [block.accessory] : [];
    default:
      return [];
  }
}
