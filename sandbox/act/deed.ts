import type { SandboxOptions } from '../options.js';
import type { Person } from '../people.js';
import type { Workspace } from '../state/workspace.js';
import { type Ack, sendSigned } from './send-signed.js';

/** A user's action, and its target. */
export interface Deed {
  person: Person;
  workspace: Workspace;
  options: SandboxOptions;
}

/** A user's action that could not be carried out, in words for that user. */
export class DeedRefused extends Error {}

export const sendPayload = ({ options }: Deed, payload: unknown): Promise<Ack> =>
  sendSigned(options.eventsUrl(), options.signingSecret, {
    form: { payload: JSON.stringify(payload) },
  });

export const sendEvent = ({ options }: Deed, envelope: unknown): Promise<Ack> =>
  sendSigned(options.eventsUrl(), options.signingSecret, { json: envelope });

const EXPLAINED: Record<string, string> = {
  operation_timeout: 'the app did not answer within 3 seconds (operation_timeout)',
  connection_failed: 'the app could not be reached (connection_failed)',
  http_status_401: 'the app refused the signature (401)',
  http_status_404: 'the app has nothing that listens to it (404)',
};

/** @throws DeedRefused when the app did not acknowledge */
export function acknowledged(ack: Ack, what: string): unknown {
  if (ack.ok) return ack.body;
  throw new DeedRefused(`${what} failed: ${EXPLAINED[ack.error] ?? ack.error}.`);
}

export const responseUrl = (
  { options, workspace }: Deed,
  url: Parameters<Workspace['passes']['issueResponse']>[0],
): string => `${options.baseUrl()}/sandbox/response/${workspace.passes.issueResponse(url)}`;
