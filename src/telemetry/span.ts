import { type Attributes, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';

let on = false;

/** From now on spans are made; before, and without an endpoint, they cost nothing. */
export function switchSpansOn(): void {
  on = true;
}

/** Runs `work` as a span of the trace under way, or of a new one. A failure is on the span, without its message. */
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

/** Names the span under way by what it turned out to be. */
export function nameSpan(name: string): void {
  if (on) trace.getActiveSpan()?.updateName(name);
}

/** A span that is over already, `seconds` long. */
export function pastSpan(name: string, seconds: number, attributes: Attributes): void {
  const end = Date.now();
  trace
    .getTracer('belief-layer')
    .startSpan(name, { kind: SpanKind.CLIENT, attributes, startTime: end - seconds * 1000 })
    .end(end);
}
