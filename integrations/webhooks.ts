import type Koa from 'koa';
import readBody from 'raw-body';
import type { TeamDatabase } from '../db/team-database.js';
import type { Context } from '../src/core/context.js';
import type { Logger } from '../src/core/log.js';
import type { AddressRule } from '../src/core/work-item-url.js';
import { noticeAtOnce } from '../src/issues/questions.js';
import type { Tracker } from '../src/issues/tracker.js';
import { storeDelivery } from '../src/issues/webhook-deliveries.js';

const PATH = /^\/webhooks\/([a-z][a-z0-9]*)$/;
/** More than trackers ever send; an issue event is a few kilobytes. */
const MAX_BODY_BYTES = 5_000_000;
const WARN_EVERY_MS = 60_000;
const SERVICE = { type: 'service', id: 'webhooks', name: 'Belief Layer' } as const;

/**
 * `/webhooks/PROVIDER`: stores a signed delivery and responds; jobs do the rest, except that a question is
 * acknowledged right away. Mount it before any body parser: the signature covers the raw bytes.
 */
export function webhooks({
  trackers,
  db,
  log,
  addressRules = [],
}: {
  trackers: ReadonlyMap<string, Tracker>;
  /** The context of the trackers' team. */
  db: TeamDatabase | undefined;
  log: Logger;
  /** Rules by which links to issues are recognized. */
  addressRules?: readonly AddressRule[];
}): Koa.Middleware {
  let warnedAt = Number.NEGATIVE_INFINITY;

  const warnOnce = (tracker: Tracker): void => {
    if (performance.now() - warnedAt < WARN_EVERY_MS) return;
    warnedAt = performance.now();
    log.warn(
      `A delivery to /webhooks/${tracker.provider} was refused: its signature does not match ${tracker.provider.toUpperCase()}_WEBHOOK_SECRET, or its time is off.`,
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
    const length = ctx.get('content-length') || null;
    const body = await readBody(ctx.req, { length, limit: MAX_BODY_BYTES });
    const delivery = tracker.webhook.receive(ctx.req.headers, body);
    if (!delivery) {
      warnOnce(tracker);
      return answer(ctx, 401, 'unauthenticated', 'The signature or the time does not fit.');
    }
    await storeDelivery(db, provider, delivery, body);
    if (delivery.question) {
      const { questionId } = delivery.question;
      const asker: Context = { db, log, addressRules, now: new Date(), actor: SERVICE };
      void noticeAtOnce(asker, tracker, { provider, questionId });
    }
    ctx.status = 200;
    ctx.body = { ok: true };
  };
}

function answer(ctx: Koa.Context, status: number, code: string, message: string): void {
  ctx.status = status;
  ctx.body = { error: { code, message } };
}
