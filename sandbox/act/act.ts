import type { Context } from 'koa';
import { z } from 'zod';
import type { Block } from '../block-kit/blocks.js';
import { ChoiceOption, type Option } from '../block-kit/text.js';
import { type Field, fieldsOf } from '../block-kit/views.js';
import type { SandboxOptions } from '../options.js';
import { findPerson } from '../people.js';
import { BodyTooLarge, parseJson, readBody } from '../read-body.js';
import type { Workspace } from '../state/workspace.js';
import { acknowledged, type Deed, DeedRefused, responseUrl, sendPayload } from './deed.js';
import { RawValue, RawValues } from './field-state.js';
import { Close, close, Submit, submit } from './modal.js';
import { interaction, pressedAction } from './payloads.js';
import { Command, command, openApp, Say, Shortcut, say, shortcut } from './say.js';
import { At, surroundings } from './surroundings.js';

const Press = z.object({
  at: At,
  blockId: z.string(),
  actionId: z.string(),
  value: RawValue.default(null),
  values: RawValues.default({}),
});

/** Uses a button, menu or picker: sends the app a `block_actions` payload. */
async function press(deed: Deed, input: z.infer<typeof Press>): Promise<void> {
  const { blocks, said, message } = surroundings(deed, input.at, input.values);
  const payload = {
    type: 'block_actions',
    ...interaction(deed.person),
    trigger_id: deed.workspace.passes.issueTrigger(deed.person.id),
    actions: [pressedAction(field(blocks, input), input.value)],
    ...said,
    ...(message && {
      response_url: responseUrl(deed, {
        channel: message.channel,
        personId: deed.person.id,
        threadTs: message.threadTs,
        original: message,
      }),
    }),
  };
  acknowledged(await sendPayload(deed, payload), 'That action');
}

function field(
  blocks: readonly Block[],
  { blockId, actionId }: { blockId: string; actionId: string },
): Field {
  const found = fieldsOf(blocks).find(
    (one) => one.blockId === blockId && one.actionId === actionId,
  );
  if (!found) throw new DeedRefused('That control is no longer there: it has just changed.');
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
async function suggest(deed: Deed, input: z.infer<typeof Suggest>): Promise<Option[]> {
  const ack = await sendPayload(deed, {
    type: 'block_suggestion',
    ...interaction(deed.person),
    action_id: input.actionId,
    block_id: input.blockId,
    value: input.value,
    ...surroundings(deed, input.at, input.values).said,
  });
  const parsed = Answer.safeParse(acknowledged(ack, 'Looking for options'));
  if (!parsed.success) throw new DeedRefused('The app answered with options Slack refuses.');
  return parsed.data.options;
}

type Run = (deed: Deed, input: unknown) => Promise<unknown>;

const deed =
  <T extends z.ZodType>(schema: T, run: (deed: Deed, input: z.infer<T>) => Promise<unknown>): Run =>
  (who, input) =>
    run(who, schema.parse(input));

const DEEDS: ReadonlyMap<string, Run> = new Map(
  Object.entries({
    press: deed(Press, press),
    submit: deed(Submit, submit),
    close: deed(Close, close),
    suggest: deed(Suggest, suggest),
    command: deed(Command, command),
    say: deed(Say, say),
    shortcut: deed(Shortcut, shortcut),
    digest: deed(z.object({}), (who) => postDigest(who)),
    open: deed(z.object({ tab: z.enum(['home', 'messages']) }), (who, { tab }) =>
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
  const run = DEEDS.get(name);
  if (!run) return refuse(ctx, 404, `The sandbox has no action "${name}".`);
  try {
    const input = parseJson(await readBody(ctx.req));
    const { as } = z.looseObject({ as: z.string() }).parse(input);
    const person = findPerson(as);
    if (!person) return refuse(ctx, 400, `No one in the sandbox has the id "${as}".`);
    ctx.body = { ok: true, result: await run({ person, workspace, options }, input) };
  } catch (error) {
    if (error instanceof DeedRefused) return refuse(ctx, 200, error.message);
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

/** Posts the digest before it is due. @throws DeedRefused if there is no news */
async function postDigest({ workspace, options }: Deed): Promise<void> {
  const before = workspace.messages.lastTs;
  await options.postDigest?.();
  if (workspace.messages.lastTs === before)
    throw new DeedRefused(
      'There is no digest: nothing is new since the last one, or these are quiet hours.',
    );
}
