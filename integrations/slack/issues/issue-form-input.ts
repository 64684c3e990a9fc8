import { ACTION_PRIORITIES, type ActionPriority } from '../../../db/entities/recommendation.js';
import type { ViewState } from '../requests/payloads.js';

/** The values of the form's fields. Fields that depend on the place have it in their name: `labels/linear/…`. */
export interface FormInput {
  tracker?: string | undefined;
  place?: string | undefined;
  title?: string | undefined;
  labels?: string[] | undefined;
  assignee?: string | undefined;
  handTo?: string | undefined;
  priority?: ActionPriority | undefined;
  /** For a message: a belief's id, or `NO_BELIEF`. */
  belief?: string | undefined;
}

export function formInput({ values }: ViewState): FormInput {
  const field = (name: string) => {
    const id = Object.keys(values).find((key) => key.split('/')[0] === name);
    return id === undefined ? undefined : Object.values(values[id] ?? {})[0];
  };
  const chosen = (name: string): string | undefined => field(name)?.selected_option?.value;
  const priority = chosen('priority');
  return {
    tracker: chosen('tracker'),
    place: chosen('place'),
    title: field('title')?.value?.trim() || undefined,
    labels: field('labels')?.selected_options?.map(({ value }) => value),
    assignee: chosen('assignee'),
    handTo: chosen('agent'),
    belief: chosen('belief'),
    priority: ACTION_PRIORITIES.find((one) => one === priority),
  };
}
