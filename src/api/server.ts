import { createServer, type RequestListener, type Server } from 'node:http';
import Koa from 'koa';
import type { Logger } from '../core/log.js';
import { requestFrame, sendRefusal } from './frame.js';
import { refuseMalformed } from './malformed.js';
import { unavailable } from './refusals.js';

/**
 * A client that sends its request more slowly is disconnected, so that it cannot hold a connection
 * forever.
 */
const SLOWEST = { headersTimeout: 15_000, requestTimeout: 60_000 };
/**
 * Interval at which those limits are checked: with Node's own 30 s, a request of 60 s could last
 * 90.
 */
const CHECK_MS = 1_000;

/**
 * Longer than a load balancer keeps idle connections, so that it never reuses one that is closing.
 */
const KEEP_ALIVE_MS = 65_000;

/**
 * An HTTP server whose every answer, also to input that is not HTTP, comes from `listener` or has
 * the error shape.
 */
export function createHttpServer(listener: RequestListener, slowest = SLOWEST): Server {
  const server = createServer(
    {
      ...slowest,
      connectionsCheckingInterval: CHECK_MS,
      keepAliveTimeout: KEEP_ALIVE_MS,
      requireHostHeader: false, // the frame refuses it, with a request id and an error body
    },
    listener,
  );
  server.on('checkExpectation', listener); // likewise
  server.on('clientError', refuseMalformed);
  return server;
}

/** Answers every request while the service starts, which is no failure: it is logged once. */
export function starting(log: Logger): RequestListener {
  const koa = new Koa();
  let said = false;
  koa.use(requestFrame(log));
  koa.use((ctx) => {
    if (!said) log.info('requests arrive while the service starts: they are told to come again');
    said = true;
    sendRefusal(ctx, unavailable('The service is starting. Try again shortly.', 2));
  });
  return koa.callback();
}
