import type { EndpointServices } from '../api/endpoint.js';
import type { Context } from '../core/context.js';

/** The key or operator behind a session of MCP. */
export interface Caller {
  /** The context of one call: its team, its actor and its time. */
  context(): Context;
  services: EndpointServices;
  mayWrite: boolean;
  /** Uses one of the key's questions of this minute. Throws `rate_limited`. */
  useQuestion(): Promise<void>;
  /** Base of the pages for people; links to them are left out if absent. */
  publicUrl: string | undefined;
  /** Told to the caller when something breaks, and written to the log with the cause. */
  requestId: string;
}

/** One call of a tool, a prompt or a resource. */
export interface Call {
  ctx: Context;
  services: EndpointServices;
  caller: Caller;
}

export const callOf = (caller: Caller): Call => ({
  ctx: caller.context(),
  services: caller.services,
  caller,
});

const PAGES = { belief: 'signals', study: 'studies', recommendation: 'recommendations' } as const;

/** The page for people about a belief, a study or a recommendation, to be spread into a result. */
export const pageOf = (
  { caller: { publicUrl } }: Call,
  kind: keyof typeof PAGES,
  id: string,
): { url?: string } =>
  publicUrl === undefined ? {} : { url: `${publicUrl}/p/${PAGES[kind]}/${encodeURIComponent(id)}` };
