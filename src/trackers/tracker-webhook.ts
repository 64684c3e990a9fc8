import type { IncomingHttpHeaders } from 'node:http';
import type { IssueRef, TrackedIssue } from './issue.js';

/** One verified delivery. */
export interface Delivery {
  id: string;
  /** What it says of an issue; absent where it speaks of anything else. */
  issue?: TrackedIssue & {
    /** What it was before it moved to another team or repository. */
    movedFrom?: (IssueRef & { url: string }) | undefined;
  };
}

export interface TrackerWebhook {
  /** Undefined where the signature does not fit these bytes, or their time is not now. */
  receive(headers: IncomingHttpHeaders, body: Buffer): Delivery | undefined;
}
