import { doubtMessage, repairMessage } from '../../../db/queries/slack-messages.js';
import { cardChanged } from '../../../src/core/outbox.js';
import type { Message } from '../blocks/message.js';
import { cardOfBlock, MENU } from '../cards/moves.js';
import { UPDATES } from '../cards/redraw-card.js';
import type { Person } from '../connection/people.js';
import { contextOf, type Slack } from '../connection/slack.js';
import { homePage, publishHome } from '../home/home.js';
import type { Click } from '../requests/click.js';
import { guarded } from '../requests/guarded.js';
import { Interaction, Pressed } from '../requests/payloads.js';
import { tellPerson } from '../requests/tell.js';
import { whoActs } from '../requests/who.js';
import { refuseUnlessAllowed } from '../settings/may-act.js';
import { ACTIONS } from './listeners.js';

/** A user who clicks and sees nothing happen for this long clicks again. */
const NOTICED_MS = 3_000;

/** Handles one click on a button or menu, which is already acknowledged. */
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
    const { ctx, person } = await whoActs(slack, {
      userId: body.user.id,
      handle: body.user.name ?? body.user.username,
      workspaceId: body.team?.id,
      homeWorkspaceId: body.user.team_id,
    });
    if (home) drawHome = (notice) => redrawHome(slack, person, home, notice);
    await refuseUnlessAllowed(slack, ctx, person, name);
    const click: Click = {
      slack,
      ctx,
      person,
      subjectId: pressed.value ?? cardOfBlock(pressed.block_id) ?? '',
      detail,
      choice: pressed.selected_option?.value ?? '',
      choices: pressed.selected_options?.map(({ value }) => value) ?? [],
      triggerId: body.trigger_id ?? '',
      tell,
      ...(body.channel ? { channelId: body.channel.id } : {}),
      ...(body.message ? { messageTs: body.message.ts } : {}),
      ...(body.response_url ? { responseUrl: body.response_url } : {}),
      ...(home ? { home } : {}),
      ...(body.view?.type === 'modal' ? { view: openView(body.view) } : {}),
    };
    // the click shows where a card is if we have lost track of its message
    if (body.channel && body.message) {
      const { workspaceId } = await slack.connection.connect();
      const { subjectId } = click;
      await ctx.db.row(repairMessage, workspaceId, body.channel.id, subjectId, body.message.ts);
    }
    try {
      await action(click);
    } finally {
      if (isMenu) await drawMenuAfresh(click);
    }
    if (told) return;
    if (home && !name.startsWith('home.')) return redrawHome(slack, person, home);
    const pausedMs = slack.pace.pausedMs(UPDATES);
    if (body.message && pausedMs > NOTICED_MS) await tell(lateSentence(pausedMs));
  });
}

/** Slack keeps showing the choice, and does not report the same choice made again: the card is redrawn. */
async function drawMenuAfresh({ ctx, channelId, subjectId }: Click): Promise<void> {
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
