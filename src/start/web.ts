import Koa from 'koa';
import type { SystemDatabase } from '../../db/system-database.js';
import type { Config } from '../config.js';
import type { Logger } from '../log.js';
import type { HttpServer } from './http-server.js';
import { createReadiness } from './readiness.js';
import type { SlackSurface } from './slack.js';

export interface WebDeps {
  config: Config;
  system: SystemDatabase;
  log: Logger;
  surface: SlackSurface | undefined;
  publicUrl: string;
}

/** Puts the API, and what is mounted before it, on the server. */
export async function serveWeb(
  server: HttpServer,
  deps: WebDeps,
): Promise<{ stop(): Promise<void> }> {
  const { system, surface } = deps;
  const slack = surface?.integration;
  const ready = createReadiness(system.dataSource, slack ? { slack: () => slack.status() } : {});
  const app = new Koa();
  for (const middleware of surface?.middleware ?? []) app.use(middleware);
  app.use(async (ctx) => {
    const state = await ready();
    ctx.status = state.ok ? 200 : 503;
    ctx.body = state;
  });
  server.handle(app.callback());
  return { stop: async () => {} };
}
