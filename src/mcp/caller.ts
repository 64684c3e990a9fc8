import type { EndpointServices } from '../api/endpoint.js';
import type { Context } from '../core/context.js';
import { type PageLinks, type PageSubject, pageAddress } from '../core/page-links.js';

/** The key or operator behind a session of MCP. */
export interface Caller {
  /** The context of one call: its team, its actor and its time. */
  context(): Context;
  services: EndpointServices;
  mayWrite: boolean;
  /** Uses one of the key's questions of this minute. Throws `rate_limited`. */
  useQuestion(): Promise<void>;
  /** The pages for people; results carry no address of a page that nobody could open by it. */
  pages: PageLinks | undefined;
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

/** The address of a page for people, to be spread into a result. */
export function pageOf({ caller }: Call, subject: PageSubject): { url?: string } {
  const url = pageAddress(caller.pages, subject);
  return url === undefined ? {} : { url };
}
