import { subscribe, unsubscribe } from 'node:diagnostics_channel';

export interface OutgoingCall {
  /**
   * The service's name for operators: `slack`, `linear`, `github`, `model`, `embeddings`, else
   * `other`.
   */
  service: string;
  method: string;
  /** Absent if no response came. */
  status?: number;
  seconds: number;
}

interface UndiciRequest {
  origin: string;
  method: string;
}

/**
 * Reports every fetch made by this process, including those of client libraries, which all use it:
 * Node publishes them (nodejs.org, diagnostics_channel; undici, DiagnosticsChannel.md). URLs and
 * bodies are not recorded. Returns a function that stops it.
 */
export function watchOutgoingCalls(
  services: ReadonlyMap<string, string>,
  tell: (call: OutgoingCall) => void,
): () => void {
  const started = new WeakMap<UndiciRequest, number>();
  const ended = (request: UndiciRequest, status?: number): void => {
    const at = started.get(request);
    if (at === undefined) return;
    started.delete(request);
    tell({
      service: services.get(request.origin) ?? 'other',
      method: request.method,
      ...(status !== undefined && { status }),
      seconds: (performance.now() - at) / 1000,
    });
  };
  const listeners: [string, (message: unknown) => void][] = [
    [
      'undici:request:create',
      (message) => started.set((message as { request: UndiciRequest }).request, performance.now()),
    ],
    [
      'undici:request:headers',
      (message) => {
        const { request, response } = message as {
          request: UndiciRequest;
          response: { statusCode: number };
        };
        ended(request, response.statusCode);
      },
    ],
    ['undici:request:error', (message) => ended((message as { request: UndiciRequest }).request)],
  ];
  for (const [channel, listener] of listeners) subscribe(channel, listener);
  return () => {
    for (const [channel, listener] of listeners) unsubscribe(channel, listener);
  };
}
