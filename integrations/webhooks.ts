import type { IncomingMessage } from 'node:http';
import type Koa from 'koa';
import type { TeamDatabase } from '../db/team-database.js';
import type { Logger } from '../src/log.js';
import { storeDelivery } from '../src/trackers/deliveries.js';
import type { Tracker } from '../src/trackers/tracker.js';

const PATH = /^\/webhooks\/([a-z]+)$/;
/** No tracker sends more; what an issue's event carries is some kilobytes. */
const BODY_BYTES = 5 * 1024 * 1024;
const WARN_EVERY_MS = 60_000;

/**
 * `/webhooks/linear` and `/webhooks/github`: a signed delivery is stored and answered; a job does the rest. To be
 * mounted before any body parser: the signature covers the bytes as they came.
 */
export function webhooks({
  trackers,
  db,
  log,
}: {
  trackers: ReadonlyMap<string, Tracker>;
  /** Of the team that the trackers belong to. */
  db: TeamDatabase | undefined;
  log: Logger;
}): Koa.Middleware {
  let warnedAt = Number.NEGATIVE_INFINITY;

  const warnOnce = (tracker: Tracker): void => {
    if (performance.now() - warnedAt < WARN_EVERY_MS) return;
    warnedAt = performance.now();
    log.warn(
      `A delivery to /webhooks/${tracker.provider} was refused: its signature does not fit ${tracker.provider.toUpperCase()}_WEBHOOK_SECRET, or its time is off.`,
    );
  };

  return async (ctx, next) => {
    const provider = PATH.exec(ctx.path)?.[1];
    if (!provider) return next();
    const tracker = trackers.get(provider);
    if (!db || !tracker?.webhook) {
      return answer(ctx, 404, 'not_found', `No webhook of ${provider} is configured here.`);
    }
    if (ctx.method !== 'POST') {
      ctx.set('Allow', 'POST');
      return answer(ctx, 405, 'invalid_request', `${tracker.name} sends POST requests here.`);
    }
    const body = await read(ctx.req);
    if (!body) return answer(ctx, 413, 'invalid_request', 'A delivery has at most 5 MiB.');
    const delivery = tracker.webhook.receive(ctx.req.headers, body);
    if (!delivery) {
      warnOnce(tracker);
      return answer(ctx, 401, 'unauthenticated', 'The signature or the time does not fit.');
    }
    await storeDelivery(db, provider, delivery, body);
    ctx.status = 200;
    ctx.body = { ok: true };
  };
}

/** The bytes as they came; undefined where there are too many. */
async function read(request: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += (chunk as Buffer).length;
    if (size <= BODY_BYTES) chunks.push(chunk as Buffer);
  }
  return size <= BODY_BYTES ? Buffer.concat(chunks) : undefined;
}

function answer(ctx: Koa.Context, status: number, code: string, message: string): void {
  ctx.status = status;
  ctx.body = { error: { code, message } };
}
