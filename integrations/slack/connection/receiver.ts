import { HTTPReceiver, HTTPReceiverDeferredRequestError } from '@slack/bolt';
import type Koa from 'koa';
import readBody from 'raw-body';
import type { Logger } from '../../../src/core/log.js';
import { boltLogger } from './client.js';

const SLACK_PATH = '/slack/events';

/** Allowed clock difference between Slack and us; Bolt refuses older requests, but not future ones. */
const FUTURE_SECS = 300;
const WARN_EVERY_MS = 60_000;
/** A click on the largest card that Slack accepts, with every character encoded, is less than half of this. */
const MAX_BODY_BYTES = 1_000_000;

export const createReceiver = (signingSecret: string, log: Logger): HTTPReceiver =>
  new HTTPReceiver({ signingSecret, endpoints: [SLACK_PATH], logger: boltLogger(log) });

/** Bolt's receiver as Koa middleware. Mount it before any body parser: the signature covers the raw bytes. */
export function mountReceiver(receiver: HTTPReceiver, log: Logger): Koa.Middleware {
  let warnedAt = Number.NEGATIVE_INFINITY;
  return async (ctx, next) => {
    if (ctx.path !== SLACK_PATH) return next();
    const sentAt = Number(ctx.get('x-slack-request-timestamp'));
    if (sentAt > Date.now() / 1000 + FUTURE_SECS) {
      ctx.status = 401;
      return;
    }
    const length = ctx.get('content-length') || null;
    const rawBody = await readBody(ctx.req, { length, limit: MAX_BODY_BYTES });
    Object.assign(ctx.req, { rawBody }); // Bolt uses it instead of reading the stream, which it would do up to 4 MB
    ctx.respond = false;
    ctx.res.statusCode = 200;
    const closed = new Promise<void>((resolve) => ctx.res.once('close', resolve));
    try {
      receiver.requestListener(ctx.req, ctx.res);
    } catch (error) {
      if (!(error instanceof HTTPReceiverDeferredRequestError)) throw error;
      ctx.respond = true;
      ctx.status = 405;
      ctx.set('Allow', 'POST');
      ctx.body = { error: { code: 'invalid_request', message: 'Slack sends POST requests here.' } };
      return;
    }
    await closed;
    if (ctx.res.statusCode === 401 && performance.now() - warnedAt > WARN_EVERY_MS) {
      warnedAt = performance.now();
      log.warn(
        'A request to /slack/events was refused: its signature does not match SLACK_SIGNING_SECRET, or its time is off. If buttons in Slack fail, copy the secret again from "Basic Information".',
      );
    }
  };
}
