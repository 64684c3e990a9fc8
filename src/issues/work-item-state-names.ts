import type { WorkItemState } from '../../db/entities/work-item.js';

/** The names of the states for people. */
export const WORK_ITEM_STATE_NAMES: Record<WorkItemState, string> = {
  open: 'open',
  started: 'in progress',
  completed: 'completed',
  canceled: 'cancelled',
  duplicate: 'a duplicate',
  deleted: 'deleted or no longer visible',
};
