import type { Context } from 'koa';
import { z } from 'zod';
import { BOT_USER_ID } from './people.js';
import { parseJson, readBody } from './read-body.js';
import type { ResponseUrl } from './state/passes.js';
import type { Workspace } from './state/workspace.js';
import { SlackError, takeBlocks } from './web-api/arguments.js';

/** An app's response to a command or through a response URL. */
const Response = z.looseObject({
  text: z.string().optional(),
  blocks: z.unknown().optional(),
  response_type: z.enum(['ephemeral', 'in_channel']).default('ephemeral'),
  replace_original: z.boolean().default(false),
  delete_original: z.boolean().default(false),
  thread_ts: z.string().optional(),
});

/** Handles one use of a response URL. */
export async function answerResponseUrl(ctx: Context, token: string, workspace: Workspace) {
  const use = workspace.passes.useResponse(token);
  if ('error' in use) {
    ctx.status = 404;
    ctx.body = { ok: false, error: use.error };
    return;
  }
  try {
    respond(workspace, use.response, parseJson(await readBody(ctx.req)));
    ctx.body = 'ok';
  } catch (error) {
    if (!(error instanceof SlackError)) throw error;
    ctx.status = 400;
    ctx.body = { ok: false, error: error.code, messages: error.messages };
  }
}

/**
 * Posts, replaces or deletes a message according to an app's response.
 * @throws SlackError if the response is malformed or has neither text nor blocks
 */
export function respond(workspace: Workspace, url: ResponseUrl, response: unknown): void {
  const parsed = Response.safeParse(response);
  if (!parsed.success) throw new SlackError('invalid_payload');
  const input = parsed.data;
  if (input.delete_original) {
    if (url.original) workspace.messages.remove(url.original);
    return;
  }
  const said = { text: input.text ?? '', blocks: takeBlocks(input.blocks) };
  if (said.text === '' && said.blocks.length === 0) throw new SlackError('no_text');
  if (input.replace_original && url.original) {
    workspace.messages.change(url.original, said);
    return;
  }
  const threadTs = input.thread_ts ?? url.threadTs;
  const posted = workspace.messages.post({
    ...said,
    channel: url.channel,
    author: BOT_USER_ID,
    ...(threadTs && { threadTs }),
    ...(input.response_type === 'ephemeral' && { visibleTo: url.personId }),
  });
  url.original ??= posted;
}
