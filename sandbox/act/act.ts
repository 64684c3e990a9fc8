import type { Context } from 'koa';
import { z } from 'zod';
import type { Block } from '../block-kit/blocks.js';
import { ChoiceOption, type Option } from '../block-kit/text.js';
import { type Field, fieldsOf } from '../block-kit/views.js';
import type { SandboxOptions } from '../options.js';
import { findPerson } from '../people.js';
import { BodyTooLarge, parseJson, readBody } from '../read-body.js';
import type { Workspace } from '../state/workspace.js';
import { RawValue, RawValues } from './field-state.js';
import { Close, close, Submit, submit } from './modal.js';
import { interaction, pressedAction } from './payloads.js';
import { Command, command, openApp, Say, Shortcut, say, shortcut } from './say.js';
import { At, surroundings } from './surroundings.js';
import {
  ActionRefused,
  acknowledged,
  responseUrl,
  sendPayload,
  type UserAction,
} from './user-action.js';

const Press = z.object({
  at: At,
  blockId: z.string(),
  actionId: z.string(),
  value: RawValue.default(null),
  values: RawValues.default({}),
});

/** Uses a button, menu or picker: sends the app a `block_actions` payload. */
async function press(action: UserAction, input: z.infer<typeof Press>): Promise<void> {
  const { blocks, said, message } = surroundings(action, input.at, input.values);
  const payload = {
    type: 'block_actions',
    ...interaction(action.person),
    trigger_id: action.workspace.passes.issueTrigger(action.person.id),
    actions: [pressedAction(field(blocks, input), input.value)],
    ...said,
    ...(message && {
      response_url: responseUrl(action, {
        channel: message.channel,
        personId: action.person.id,
        threadTs: message.threadTs,
        original: message,
      }),
    }),
  };
  acknowledged(await sendPayload(action, payload), 'That action');
}

function field(
  blocks: readonly Block[],
  { blockId, actionId }: { blockId: string; actionId: string },
): Field {
  const found = fieldsOf(blocks).find(
    (one) => one.blockId === blockId && one.actionId === actionId,
  );
  if (!found) throw new ActionRefused('That control is no longer there: it has just changed.');
  return found;
}

const Suggest = z.object({
  at: At,
  blockId: z.string(),
  actionId: z.string(),
  value: z.string().max(150),
  values: RawValues.default({}),
});

const Answer = z.union([
  z.object({ options: z.array(ChoiceOption).max(100) }),
  z
    .object({ option_groups: z.array(z.object({ options: z.array(ChoiceOption) })) })
    .transform(({ option_groups }) => ({
      options: option_groups.flatMap((group) => group.options),
    })),
]);

/** Handles typing in an external select: returns the options the app offers for it. */
async function suggest(action: UserAction, input: z.infer<typeof Suggest>): Promise<Option[]> {
  const ack = await sendPayload(action, {
    type: 'block_suggestion',
    ...interaction(action.person),
    action_id: input.actionId,
    block_id: input.blockId,
    value: input.value,
    ...surroundings(action, input.at, input.values).said,
  });
  const parsed = Answer.safeParse(acknowledged(ack, 'Looking for options'));
  if (!parsed.success) throw new ActionRefused('The app answered with options Slack refuses.');
  return parsed.data.options;
}

type Run = (action: UserAction, input: unknown) => Promise<unknown>;

const userAction =
  <T extends z.ZodType>(
    schema: T,
    run: (action: UserAction, input: z.infer<T>) => Promise<unknown>,
  ): Run =>
  (who, input) =>
    run(who, schema.parse(input));

const USER_ACTIONS: ReadonlyMap<string, Run> = new Map(
  Object.entries({
    press: userAction(Press, press),
    submit: userAction(Submit, submit),
    close: userAction(Close, close),
    suggest: userAction(Suggest, suggest),
    command: userAction(Command, command),
    say: userAction(Say, say),
    shortcut: userAction(Shortcut, shortcut),
    digest: userAction(z.object({}), (who) => postDigest(who)),
    open: userAction(z.object({ tab: z.enum(['home', 'messages']) }), (who, { tab }) =>
      openApp(who, tab),
    ),
  }),
);

/** Carries out a user's action on the page. Responds in JSON with the result or the reason for refusal. */
export async function act(
  ctx: Context,
  name: string,
  workspace: Workspace,
  options: SandboxOptions,
): Promise<void> {
  const run = USER_ACTIONS.get(name);
  if (!run) return refuse(ctx, 404, `The sandbox has no action "${name}".`);
  try {
    const input = parseJson(await readBody(ctx.req));
    const { as } = z.looseObject({ as: z.string() }).parse(input);
    const person = findPerson(as);
    if (!person) return refuse(ctx, 400, `No one in the sandbox has the id "${as}".`);
    ctx.body = { ok: true, result: await run({ person, workspace, options }, input) };
  } catch (error) {
    if (error instanceof ActionRefused) return refuse(ctx, 200, error.message);
    if (error instanceof BodyTooLarge) return refuse(ctx, 413, error.message);
    if (error instanceof z.ZodError) {
      return refuse(ctx, 400, error.issues.map(({ message }) => message).join(' '));
    }
    throw error;
  }
}

function refuse(ctx: Context, status: number, error: string): void {
  ctx.status = status;
  ctx.body = { ok: false, error };
}

/** Posts the digest before it is due. @throws ActionRefused if there is no news */
async function postDigest({ workspace, options }: UserAction): Promise<void> {
  const before = workspace.messages.lastTs;
  await options.postDigest?.();
  if (workspace.messages.lastTs === before)
    throw new ActionRefused(
      'There is no digest: nothing is new since the last one, or these are quiet hours.',
    );
}
