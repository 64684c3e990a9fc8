import Koa from 'koa';
import type { Logger } from '../log.js';
import type { App } from './app.js';
import { createMetrics } from './metrics.js';
import { type FrameState, requestFrame } from './request-frame.js';
import { type Readiness, site } from './site/site.js';

/** What an operator watches of a process that serves no API: /healthz, /readyz and /metrics. */
export function createWatchApp(options: {
  log: Logger;
  ready(): Promise<Readiness>;
  publicUrl: string;
}): App {
  const metrics = createMetrics();
  const koa = new Koa<FrameState>();
  koa.on('error', (err: unknown) => options.log.debug({ err }, 'response not delivered'));
  koa.use(requestFrame(options.log, metrics));
  koa.use(site(options, metrics));
  return { listener: koa.callback(), metrics, stop: async () => {} };
}
