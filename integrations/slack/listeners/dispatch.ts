import type { ModalView, PlainTextOption } from '@slack/types';
import { doubtMessage, repairMessage } from '../../../db/queries/slack-messages.js';
import { cardChanged } from '../../../src/core/announce.js';
import { concernsUs } from '../answers/mentions.js';
import { refuseDetails } from '../beliefs/work-object.js';
import { type Message, withKeptNote } from '../blocks/message.js';
import { cardOfBlock, MENU } from '../cards/action-blocks.js';
import type { Person } from '../connection/people.js';
import { contextOf, type Slack } from '../connection/slack.js';
import { UPDATES } from '../delivery/post-once.js';
import { homePage, publishHome } from '../home/home.js';
import { actingUser, tellPerson } from '../requests/acting-user.js';
import { guarded } from '../requests/guarded.js';
import type { Click } from '../requests/handlers.js';
import { enteredIn } from '../requests/handlers.js';
import { refuseUnlessAllowed } from '../requests/may-act.js';
import { carriedBy, outdatedModal } from '../requests/modals.js';
import {
  Command,
  EventEnvelope,
  Interaction,
  Pressed,
  Shortcut,
  Submission,
  Suggestion,
} from '../requests/payloads.js';
import { workspaceOf } from '../workspaces/workspaces.js';
import { ACTIONS, COMMANDS, EVENTS, MENUS, NOTICES, SHORTCUTS, SUBMISSIONS } from './listeners.js';

/** Milliseconds without a visible effect after which a user clicks again. */
const NOTICED_MS = 3_000;

/** Handles one click on a button or menu. The click has already been acknowledged. */
export async function onAction(slack: Slack, payload: unknown, element: unknown): Promise<void> {
  const body = Interaction.parse(payload);
  const pressed = Pressed.parse(element);
  const isMenu = pressed.action_id === MENU;
  const chosen = isMenu ? (pressed.selected_option?.value ?? '') : pressed.action_id;
  const [name = '', detail = ''] = chosen.split(':', 2);
  const action = ACTIONS[name];
  if (!action) {
    slack.log.debug({ action: pressed.action_id }, 'no listener for a Slack action');
    return;
  }
  const home = body.view?.type === 'home' ? homePage(body.view.private_metadata) : undefined;
  const addressee = {
    userId: body.user.id,
    channelId: body.channel?.id,
    threadTs: body.message?.thread_ts,
    responseUrl: body.response_url,
  };
  let drawHome: ((notice?: string) => Promise<void>) | undefined;
  let told = false;
  const tell = async (answer: string | Message): Promise<void> => {
    told = true;
    if (drawHome && typeof answer === 'string') return drawHome(answer);
    return tellPerson(slack, addressee, answer);
  };
  const key = `action:${pressed.action_ts ?? body.trigger_id}:${body.user.id}:${pressed.action_id}`;
  await guarded(slack, key, tell, async () => {
    const { ctx, person } = await actingUser(slack, {
      userId: body.user.id,
      handle: body.user.name ?? body.user.username,
      workspaceId: body.team?.id,
      homeWorkspaceId: body.user.team_id,
    });
    if (home) drawHome = (notice) => redrawHome(slack, person, home, notice);
    await refuseUnlessAllowed(slack, ctx, person, name);
    const click: Click = {
      ...clicked(body, pressed),
      slack,
      ctx,
      person,
      detail,
      tell,
      ...(home ? { home } : {}),
    };
    await repairPlace(click);
    try {
      await action(click);
    } finally {
      if (isMenu) await redrawAfterMenu(click);
    }
    if (told) return;
    if (home && !name.startsWith('home.')) return redrawHome(slack, person, home);
    const pausedMs = slack.pace.pausedMs(UPDATES);
    if (body.message && pausedMs > NOTICED_MS) await tell(lateSentence(pausedMs));
  });
}

/** The part of a click that its payload says by itself. */
const clicked = (body: Interaction, pressed: Pressed) => ({
  subjectId: pressed.value ?? cardOfBlock(pressed.block_id) ?? '',
  choice: pressed.selected_option?.value ?? '',
  choices: pressed.selected_options?.map(({ value }) => value) ?? [],
  triggerId: body.trigger_id ?? '',
  ...(body.channel ? { channelId: body.channel.id } : {}),
  ...(body.message ? { messageTs: body.message.ts } : {}),
  ...(body.response_url ? { responseUrl: body.response_url } : {}),
  ...(body.view?.type === 'modal' ? { view: openView(body.view) } : {}),
});

/** A click shows where a card is if we have lost track of its message. */
async function repairPlace({ slack, ctx, subjectId, channelId, messageTs }: Click): Promise<void> {
  if (channelId === undefined || messageTs === undefined) return;
  const { workspaceId } = await slack.connection.connect();
  await ctx.db.row(repairMessage, workspaceId, channelId, subjectId, messageTs);
}

/** Slack keeps showing the choice, and does not report the same choice made again, so the card is redrawn. */
async function redrawAfterMenu({ ctx, channelId, subjectId }: Click): Promise<void> {
  if (channelId) await ctx.db.row(doubtMessage, channelId, subjectId);
  await cardChanged(ctx, subjectId);
}

const lateSentence = (ms: number): string =>
  `Slack is rate-limiting us. Your change is saved; cards will update in about ${Math.ceil(ms / 1000)} seconds.`;

const openView = (view: NonNullable<Interaction['view']>): NonNullable<Click['view']> => ({
  id: view.id,
  metadata: view.private_metadata ?? '',
  state: view.state ?? { values: {} },
});

const redrawHome = async (
  slack: Slack,
  person: Person,
  page: NonNullable<Click['home']>,
  notice?: string,
): Promise<void> => {
  const actor = { type: 'slack_user' as const, id: person.userId, name: person.name };
  await publishHome(slack, contextOf(slack, actor), person, page, notice);
};

export interface ReceivedSubmission {
  /** Problems by field: the modal stays open and shows them. If empty, it may close. */
  problems: Record<string, string>;
  /** Shown at once in place of the modal, which otherwise closes. */
  waiting?: ModalView;
  /** The work to do after the acknowledgement. */
  run(slack: Slack): Promise<void>;
}

/** Reads and validates a submitted modal without any I/O. */
export function onSubmission(payload: unknown): ReceivedSubmission {
  const body = Submission.parse(payload);
  const handler = SUBMISSIONS[body.view.callback_id];
  if (!handler) return { problems: {}, run: async () => {} };
  const meta = carriedBy(body.view.private_metadata);
  if (!meta) return { problems: {}, waiting: outdatedModal(), run: async () => {} };
  const entered = enteredIn(body.view.state);
  const problems = handler.check?.(entered, meta, new Date()) ?? {};
  const waiting = handler.waiting?.(entered);
  const failed = waiting && handler.failed;
  const run = (slack: Slack): Promise<void> => {
    const tell: Click['tell'] = async (answer) => {
      if (!failed || typeof answer !== 'string') {
        const note = entered.note?.trim();
        const said = note && typeof answer === 'string' ? withKeptNote(answer, note) : answer;
        return tellPerson(slack, { userId: body.user.id, responseUrl: meta.responseUrl }, said);
      }
      const view = failed(answer);
      await slack.client.views.update({ view_id: body.view.id, view });
    };
    return guarded(slack, `view:${body.view.id}:${body.trigger_id ?? ''}`, tell, async () => {
      const { ctx, person } = await actingUser(slack, {
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
  return { problems, run, ...(waiting ? { waiting } : {}) };
}

/** Handles one slash command, which has already been acknowledged. */
export async function onCommand(slack: Slack, payload: unknown): Promise<void> {
  const command = Command.parse(payload);
  const tell = (text: string): Promise<void> =>
    tellPerson(slack, { userId: command.user_id, responseUrl: command.response_url }, text);
  await guarded(slack, `command:${command.trigger_id}`, tell, async () => {
    const { ctx } = await actingUser(slack, {
      userId: command.user_id,
      handle: command.user_name,
      workspaceId: command.team_id,
    });
    await COMMANDS[command.command]?.run(slack, ctx, command);
  });
}

/** Events that are not requests, so failures are not reported to the user. */
const UNASKED: ReadonlySet<string> = new Set(['message', 'link_shared']);

/** Handles one event, which has already been acknowledged. Events by the bot and other apps are ignored. */
export async function onEvent(slack: Slack, payload: unknown): Promise<void> {
  const { event, event_id } = EventEnvelope.parse(payload);
  const notice = NOTICES[event.type];
  if (notice) return notice(slack, event);
  const handler = EVENTS[event.type];
  const userId = event.user;
  if (!handler || !userId || event.bot_id) return;
  if (event.type === 'message' && !(await concernsUs(slack, event))) return;
  const tell = async (text: string): Promise<void> => {
    if (event.type === 'entity_details_requested') return refuseDetails(slack, event, text);
    if (UNASKED.has(event.type) && event.channel_type !== 'im') return;
    await tellPerson(slack, { userId, channelId: event.channel, threadTs: event.thread_ts }, text);
  };
  await guarded(slack, `event:${event_id}`, tell, async () => {
    const { ctx, person } = await actingUser(slack, {
      userId,
      workspaceId: workspaceOf(payload),
      homeWorkspaceId: event.user_team,
    });
    await handler(slack, ctx, person, event);
  });
}

/** Handles one message shortcut, which has already been acknowledged. */
export async function onShortcut(slack: Slack, payload: unknown): Promise<void> {
  const shortcut = Shortcut.parse(payload);
  const handler = SHORTCUTS[shortcut.callback_id];
  if (!handler) return;
  const { user, channel, response_url: responseUrl } = shortcut;
  const tell = (text: string): Promise<void> =>
    tellPerson(slack, { userId: user.id, channelId: channel.id, responseUrl }, text);
  await guarded(slack, `shortcut:${shortcut.trigger_id}`, tell, async () => {
    const { ctx, person } = await actingUser(slack, {
      userId: user.id,
      handle: user.name ?? user.username,
      workspaceId: shortcut.team?.id,
      homeWorkspaceId: user.team_id,
    });
    await refuseUnlessAllowed(slack, ctx, person, shortcut.callback_id);
    await handler(slack, ctx, person, shortcut);
  });
}

/** Returns a menu's options for the typed text; none for users who may not see the team's data. */
export async function onOptions(slack: Slack, payload: unknown): Promise<PlainTextOption[]> {
  const body = Suggestion.parse(payload);
  const menu = MENUS[body.action_id];
  if (!menu) return [];
  const { ctx } = await actingUser(slack, {
    userId: body.user.id,
    handle: body.user.name ?? body.user.username,
    workspaceId: body.team?.id,
    homeWorkspaceId: body.user.team_id,
  });
  const carried = body.view?.private_metadata;
  return menu(ctx, {
    text: body.value,
    blockId: body.block_id,
    subjectId: carriedBy(carried ?? '')?.subjectId ?? '',
  });
}
