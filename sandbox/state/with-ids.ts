import { randomBytes } from 'node:crypto';
import type { Block } from '../block-kit/blocks.js';

/** Gives blocks and their elements ids where they are missing, as Slack does. */
export const withIds = (blocks: Block[]): Block[] => blocks.map(withId);

function withId(block: Block): Block {
  const identified = { ...block, block_id: block.block_id ?? randomId() };
  switch (identified.type) {
    case 'actions':
      return { ...identified, elements: identified.elements.map(withActionId) };
    case 'context_actions':
      return { ...identified, elements: identified.elements.map(withActionId) };
    case 'input':
      return { ...identified, element: withActionId(identified.element) };
    case 'section':
      return identified.accessory && identified.accessory.type !== 'image'
        ? { ...identified, accessory: withActionId(identified.accessory) }
        : identified;
    case 'card':
      return identified.actions
        ? { ...identified, actions: identified.actions.map(withActionId) }
        : identified;
    default:
      return identified;
  }
}

const withActionId = <T extends { action_id?: string | undefined }>(element: T): T => ({
  ...element,
  action_id: element.action_id ?? randomId(),
});

const randomId = () => randomBytes(4).toString('hex');
