import type { ScopeWatch } from '../connection/client.js';
import type { Slack } from '../connection/slack.js';
import { contextOf } from '../connection/slack.js';
import { scopeGranted, scopeMissing, scopePlace } from './admin-alerts.js';

/** Reported separately, with its consequence: messages with lost responses cannot be looked up. */
const TOLD_ELSEWHERE: ReadonlySet<string> = new Set([
  'conversations.history',
  'conversations.replies',
]);

/** Alerts an admin once about each scope that a call lacked, for any caller. */
export function watchScopes(slackOf: () => Slack): ScopeWatch {
  const missing = new Map<string, ReturnType<typeof scopePlace>>();
  const note = (work: (slack: Slack) => Promise<void>): void => {
    const slack = slackOf();
    work(slack).catch((error: unknown) =>
      slack.log.warn({ err: error }, 'could not record a missing Slack scope'),
    );
  };
  const ctxOf = (slack: Slack) => contextOf(slack, { type: 'service', id: 'slack', name: 'Slack' });
  return {
    missing(method, needed) {
      if (missing.has(method) || TOLD_ELSEWHERE.has(method)) return;
      const place = scopePlace(needed);
      missing.set(method, place);
      note((slack) => scopeMissing(ctxOf(slack), slack, place));
    },
    works(method) {
      const place = missing.get(method);
      if (place === undefined) return;
      missing.delete(method);
      note((slack) => scopeGranted(ctxOf(slack), slack, place));
    },
  };
}
