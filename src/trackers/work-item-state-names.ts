import type { WorkItemState } from '../../db/entities/work-item.js';

/** What people call the states. */
export const WORK_ITEM_STATE_NAMES: Record<WorkItemState, string> = {
  open: 'open',
  started: 'in progress',
  completed: 'completed',
  canceled: 'cancelled',
  duplicate: 'a duplicate',
  deleted: 'deleted or out of our sight',
};
