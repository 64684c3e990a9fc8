import type { Context } from 'koa';
import { z } from 'zod';
import type { SandboxOptions } from '../options.js';
import { BodyTooLarge, readBody } from '../read-body.js';
import type { Workspace } from '../state/workspace.js';
import type { Method } from './arguments.js';
import { parseArguments, SlackError, take } from './arguments.js';
import * as chat from './chat.js';
import * as known from './people-and-places.js';
import { presentFile } from './present.js';
import * as views from './views.js';

const filesInfo: Method = ({ workspace, options, args }) => {
  const input = take(z.looseObject({ file: z.string() }), args);
  const file = workspace.files.find(input.file);
  if (!file) throw new SlackError('file_not_found');
  const url = `${options.baseUrl()}/sandbox/file/${file.id}`;
  return { file: { ...presentFile(file), url_private: url, url_private_download: url } };
};

const METHODS: ReadonlyMap<string, Method> = new Map(
  Object.entries({
    'api.test': () => ({}),
    'auth.test': known.authTest,
    'chat.postMessage': chat.postMessage,
    'chat.update': chat.update,
    'chat.delete': chat.remove,
    'chat.postEphemeral': chat.postEphemeral,
    'chat.getPermalink': chat.getPermalink,
    'chat.unfurl': chat.unfurl,
    'views.open': views.open,
    'views.push': views.push,
    'views.update': views.update,
    'views.publish': views.publish,
    'users.info': known.usersInfo,
    'users.list': known.usersList,
    'users.lookupByEmail': known.usersLookupByEmail,
    'conversations.info': known.conversationsInfo,
    'conversations.list': known.conversationsList,
    'conversations.history': known.conversationsHistory,
    'conversations.replies': known.conversationsReplies,
    'conversations.open': known.conversationsOpen,
    'files.info': filesInfo,
    'reactions.add': known.reactionsAdd,
  }),
);

/** Answers one Web API call as Slack would: always 200, with `ok` for success or failure. */
export async function answerWebApi(
  ctx: Context,
  name: string,
  workspace: Workspace,
  options: SandboxOptions,
): Promise<void> {
  try {
    const body = await readBody(ctx.req);
    if (ctx.get('authorization') !== `Bearer ${workspace.botToken}`)
      throw new SlackError(ctx.get('authorization') ? 'invalid_auth' : 'not_authed');
    const method = METHODS.get(name);
    if (!method) throw new SlackError('unknown_method');
    const args = parseArguments(body, ctx.get('content-type'));
    ctx.body = { ok: true, ...method({ workspace, options, args }) };
  } catch (error) {
    ctx.body = refusal(error);
  }
}

function refusal(error: unknown): Record<string, unknown> {
  if (error instanceof BodyTooLarge) return { ok: false, error: 'request_too_large' };
  if (!(error instanceof SlackError)) throw error;
  if (error.messages.length === 0) return { ok: false, error: error.code };
  return {
    ok: false,
    error: error.code,
    errors: error.messages,
    response_metadata: { messages: error.messages },
  };
}
