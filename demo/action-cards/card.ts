import type { ActionCardLine } from '../snapshot-line.js';

export const card = (
  key: string,
  facts: Omit<ActionCardLine, 'resource' | 'actionCardId'>,
): ActionCardLine => ({ resource: 'actionCard', actionCardId: `card-${key}`, ...facts });
