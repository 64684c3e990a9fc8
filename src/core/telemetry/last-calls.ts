import { type OutgoingCall, watchOutgoingCalls } from './outgoing-calls.js';

export interface LastCalls {
  /** The result of this process's last call of a service. */
  statusOf(service: string): { ok: boolean; detail: string };
  end(): void;
}

/**
 * Remembers the result of the last call of each service, for `/readyz`.
 * @param services name by origin
 */
export function watchLastCalls(services: ReadonlyMap<string, string>): LastCalls {
  const last = new Map<string, OutgoingCall>();
  const end = watchOutgoingCalls(services, (call) => last.set(call.service, call));
  return {
    end,
    statusOf(service) {
      const call = last.get(service);
      if (!call) return { ok: true, detail: 'not called yet' };
      const { status } = call;
      if (status === undefined) return { ok: false, detail: 'the last call got no answer' };
      return { ok: status !== 401 && status < 500, detail: `the last call was answered ${status}` };
    },
  };
}
