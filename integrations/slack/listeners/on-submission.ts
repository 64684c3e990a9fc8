import type { ModalView } from '@slack/types';
import { withKeptNote } from '../blocks/kept-note.js';
import { contextOf, type Slack } from '../connection/slack.js';
import { publishHome } from '../home/home.js';
import { carriedBy, outdatedModal } from '../requests/carried.js';
import type { Click } from '../requests/click.js';
import { guarded } from '../requests/guarded.js';
import { Submission } from '../requests/payloads.js';
import { tellPerson } from '../requests/tell.js';
import { enteredIn } from '../requests/view-state.js';
import { whoActs } from '../requests/who.js';
import { refuseUnlessAllowed } from '../settings/may-act.js';
import { SUBMISSIONS } from './listeners.js';

export interface ReceivedSubmission {
  /** Problems by field: the modal stays open and shows them. Empty if it may close. */
  problems: Record<string, string>;
  /** Shown at once in place of the modal, which otherwise closes. */
  waiting?: ModalView;
  /** The work to do after the acknowledgement. */
  run(slack: Slack): Promise<void>;
}

/** Reads and checks a submitted modal without any I/O. */
export function onSubmission(payload: unknown): ReceivedSubmission {
  const body = Submission.parse(payload);
  const handler = SUBMISSIONS[body.view.callback_id];
  if (!handler) return { problems: {}, run: async () => {} };
  const meta = carriedBy(body.view.private_metadata);
  if (!meta) return { problems: {}, waiting: outdatedModal(), run: async () => {} };
  const entered = enteredIn(body.view.state);
  const problems = handler.check?.(entered, meta, new Date()) ?? {};
  const run = (slack: Slack): Promise<void> => {
    const tell: Click['tell'] = async (answer) => {
      if (!handler.failed || typeof answer !== 'string') {
        const note = entered.note?.trim();
        const said = note && typeof answer === 'string' ? withKeptNote(answer, note) : answer;
        return tellPerson(slack, { userId: body.user.id, responseUrl: meta.responseUrl }, said);
      }
      const view = handler.failed(answer);
      await slack.client.views.update({ view_id: body.view.id, view });
    };
    return guarded(slack, `view:${body.view.id}:${body.trigger_id ?? ''}`, tell, async () => {
      const { ctx, person } = await whoActs(slack, {
        userId: body.user.id,
        handle: body.user.name ?? body.user.username,
        workspaceId: body.team?.id,
        homeWorkspaceId: body.user.team_id,
      });
      await refuseUnlessAllowed(slack, ctx, person, body.view.callback_id);
      const click: Click = {
        slack,
        ctx,
        person,
        subjectId: meta.subjectId,
        detail: '',
        choice: '',
        choices: [],
        triggerId: body.trigger_id ?? '',
        view: {
          id: body.view.id,
          metadata: body.view.private_metadata,
          state: body.view.state,
        },
        tell,
      };
      await handler.run(click, entered, meta);
      if (meta.home) {
        await publishHome(slack, contextOf(slack, ctx.actor), person, meta.home);
      }
    });
  };
  return { problems, run, ...(handler.waiting ? { waiting: handler.waiting() } : {}) };
}
