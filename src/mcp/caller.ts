import type { EndpointServices } from '../api/endpoint.js';
import type { Context } from '../core/context.js';
import { type PageLinks, type PageSubject, pageAddress } from '../core/page-links.js';

/** The API key or operator behind an MCP session. */
export interface Caller {
  /** The context of one call: its team, its actor and its time. */
  context(): Context;
  services: EndpointServices;
  mayWrite: boolean;
  /** Uses one of the key's questions of this minute. Throws `rate_limited`. */
  useQuestion(): Promise<void>;
  /** Links to the pages for people. Results omit the URL of a page that no one could open with it. */
  pages: PageLinks | undefined;
  /** Shown to the caller when an internal error occurs, and logged with the cause. */
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

/** The URL of a page for people, to be spread into a result. */
export function pageOf({ caller }: Call, subject: PageSubject): { url?: string } {
  const url = pageAddress(caller.pages, subject);
  return url === undefined ? {} : { url };
}
