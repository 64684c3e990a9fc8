import { type Attributes, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';

let on = false;

/** Enables spans; before, and without an endpoint, they cost nothing. */
export function switchSpansOn(): void {
  on = true;
}

/**
 * Runs `work` as a span of the current trace, or of a new one. A failure is recorded without its
 * message.
 */
export async function inSpan<T>(
  name: string,
  attributes: Attributes,
  work: () => Promise<T>,
): Promise<T> {
  if (!on) return work();
  return trace.getTracer('belief-layer').startActiveSpan(name, { attributes }, async (span) => {
    try {
      return await work();
    } catch (error) {
      span.setStatus({ code: SpanStatusCode.ERROR });
      span.setAttribute('error.type', error instanceof Error ? error.name : typeof error);
      throw error;
    } finally {
      span.end();
    }
  });
}

/** Renames the current span once its subject is known. */
export function nameSpan(name: string): void {
  if (on) trace.getActiveSpan()?.updateName(name);
}

/** Records a span that is already over, `seconds` long. */
export function pastSpan(name: string, seconds: number, attributes: Attributes): void {
  const end = Date.now();
  trace
    .getTracer('belief-layer')
    .startSpan(name, { kind: SpanKind.CLIENT, attributes, startTime: end - seconds * 1000 })
    .end(end);
}
