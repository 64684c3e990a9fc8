import { z } from 'zod';
import { findPerson } from '../people.js';
import type { View } from '../state/view-store.js';
import type { Workspace } from '../state/workspace.js';
import type { Method } from './arguments.js';
import { SlackError, take, takeView } from './arguments.js';
import { presentView } from './present.js';

const Triggered = z.looseObject({ trigger_id: z.string(), view: z.unknown() });

export const open: Method = ({ workspace, args }) => {
  const input = take(Triggered, args);
  const definition = takeView(input.view, 'modal');
  return answer(workspace.views.open(personOf(workspace, input.trigger_id), definition));
};

export const push: Method = ({ workspace, args }) => {
  const input = take(Triggered, args);
  const definition = takeView(input.view, 'modal');
  const pushed = workspace.views.push(personOf(workspace, input.trigger_id), definition);
  if (!pushed) throw new SlackError('push_limit_reached');
  return answer(pushed);
};

export const update: Method = ({ workspace, args }) => {
  const input = take(
    z.looseObject({
      view_id: z.string().optional(),
      external_id: z.string().optional(),
      hash: z.string().optional(),
      view: z.unknown(),
    }),
    args,
  );
  const view =
    workspace.views.find(input.view_id ?? '') ??
    workspace.views.findExternal(input.external_id ?? '');
  if (view?.definition.type !== 'modal') throw new SlackError('not_found');
  if (input.hash && input.hash !== view.hash) throw new SlackError('hash_conflict');
  workspace.views.update(view, takeView(input.view, 'modal'));
  return answer(view);
};

export const publish: Method = ({ workspace, args }) => {
  const input = take(
    z.looseObject({ user_id: z.string(), hash: z.string().optional(), view: z.unknown() }),
    args,
  );
  if (!findPerson(input.user_id)) throw new SlackError('user_not_found');
  const home = workspace.views.home(input.user_id);
  if (input.hash && home && input.hash !== home.hash) throw new SlackError('hash_conflict');
  return answer(workspace.views.publishHome(input.user_id, takeView(input.view, 'home')));
};

function personOf(workspace: Workspace, triggerId: string): string {
  const use = workspace.passes.useTrigger(triggerId);
  if ('error' in use) throw new SlackError(use.error);
  return use.personId;
}

const answer = (view: View) => ({ view: presentView(view) });
