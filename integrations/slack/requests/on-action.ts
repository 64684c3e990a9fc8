import { repairMessage } from '../../../db/queries/slack-messages.js';
import type { Click } from '../actions/click.js';
import { ACTIONS } from '../actions/index.js';
import { homePage, publishHome } from '../home/home.js';
import type { Message } from '../messages/card-message.js';
import { cardOfBlock } from '../messages/moves.js';
import { refuseUnlessAllowed } from '../people/may-act.js';
import type { Person } from '../people/people.js';
import { whoActs } from '../people/who.js';
import { UPDATES } from '../publish/redraw-card.js';
import { contextOf, type Slack } from '../slack.js';
import { tellPerson } from '../tell.js';
import { guarded } from './guarded.js';
import { Interaction, Pressed } from './payloads.js';

/** Whoever presses and sees nothing happen for this long presses again. */
const NOTICED_MS = 3_000;

/** Serves one press of a button or menu, which is acknowledged already. */
export async function onAction(slack: Slack, payload: unknown, element: unknown): Promise<void> {
  const body = Interaction.parse(payload);
  const pressed = Pressed.parse(element);
  const [name = '', detail = ''] = pressed.action_id.split(':', 2);
  const action = ACTIONS[name];
  if (!action) {
    slack.log.debug({ action: pressed.action_id }, 'a Slack action that nothing listens to');
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
      triggerId: body.trigger_id ?? '',
      tell,
      ...(body.channel ? { channelId: body.channel.id } : {}),
      ...(body.response_url ? { responseUrl: body.response_url } : {}),
      ...(home ? { home } : {}),
      ...(body.view?.type === 'modal' ? { view: openView(body.view) } : {}),
    };
    // a card whose message we lost sight of tells us where it is
    if (body.channel && body.message) {
      const { workspaceId } = await slack.connection.connect();
      const at = [workspaceId, body.channel.id, click.subjectId, body.message.ts];
      await ctx.db.row(repairMessage, ...at);
    }
    await action(click);
    if (told) return;
    if (home && !name.startsWith('home.')) return redrawHome(slack, person, home);
    const pausedMs = slack.pace.pausedMs(UPDATES);
    if (body.message && pausedMs > NOTICED_MS) await tell(lateSentence(pausedMs));
  });
}

const lateSentence = (ms: number): string =>
  `Slack asks us to slow down: cards show what is done with them some ${Math.ceil(ms / 1000)} seconds late.`;

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
