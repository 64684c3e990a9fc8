import type { Block } from './blocks.js';
import type { Interactive } from './elements.js';

/** An interactive element with its block. */
export interface Field {
  blockId: string;
  actionId: string;
  element: Interactive;
  /** Set for an input block: true if it may stay empty. */
  input?: { optional: boolean };
}

/** Every interactive element of some blocks, in reading order. */
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
