import type { Context } from 'koa';
import { z } from 'zod';
import type { SandboxOptions } from '../options.js';
import { findPerson } from '../people.js';
import { BodyTooLarge, parseJson, readBody } from '../read-body.js';
import type { Workspace } from '../state/workspace.js';
import { type Deed, DeedRefused } from './deed.js';
import { postDigest } from './digest.js';
import { Close, close, Submit, submit } from './modal.js';
import { Press, press } from './press.js';
import { Command, command, openApp, Say, Shortcut, say, shortcut } from './say.js';
import { Suggest, suggest } from './suggest.js';

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

/** Carries out what someone did on the page; says so, or says why not, as JSON. */
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
    if (!person) return refuse(ctx, 400, `Nobody in the sandbox has the id "${as}".`);
    ctx.body = { ok: true, result: await run({ person, workspace, options }, input) };
  } catch (error) {
    if (error instanceof DeedRefused) return refuse(ctx, 200, error.message);
    if (error instanceof BodyTooLarge) return refuse(ctx, 413, error.message);
    if (error instanceof z.ZodError) return refuse(ctx, 400, z.prettifyError(error));
    throw error;
  }
}

function refuse(ctx: Context, status: number, error: string): void {
  ctx.status = status;
  ctx.body = { ok: false, error };
}
