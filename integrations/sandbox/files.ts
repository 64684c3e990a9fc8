import type { Context } from 'koa';
import type { Person } from './people.js';
import { BodyTooLarge, readBytes } from './read-body.js';
import { MOST_FILE_BYTES } from './state/file-store.js';
import type { Workspace } from './state/workspace.js';

const MOST_NAME = 255;

/** Keeps the body as a file of this person, to be sent with a message. */
export async function takeFile(ctx: Context, person: Person, { files }: Workspace): Promise<void> {
  const name = String(ctx.query.name ?? '').slice(0, MOST_NAME);
  try {
    const content = await readBytes(ctx.req, MOST_FILE_BYTES);
    const { id } = files.keep({ name: name || 'file', ownerId: person.id, content });
    ctx.body = { ok: true, result: { id } };
  } catch (error) {
    if (!(error instanceof BodyTooLarge)) throw error;
    ctx.status = 413;
    ctx.body = { ok: false, error: error.message };
  }
}

/** Gives a file's content to the app, which shows its token for it. */
export function giveFile(ctx: Context, id: string, { files, botToken }: Workspace): void {
  if (ctx.get('authorization') !== `Bearer ${botToken}`)
    ctx.throw(403, 'Only the app reads files.');
  const file = files.find(id);
  if (!file) ctx.throw(404, 'That file is no longer there.');
  ctx.type = 'application/octet-stream';
  ctx.body = file.content;
}
