import type { RequestListener } from 'node:http';
import {
  type Attributes,
  type Context,
  context,
  propagation,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import { observeStatements } from '../../../db/pool.js';
import { watchOutgoingCalls } from './outgoing-calls.js';

export interface Tracing {
  /**
   * Records each request as a span, within the caller's trace if it names one (W3C Trace Context).
   */
  ofRequests(listener: RequestListener): RequestListener;
  /** Sends the remaining spans. */
  stop(): Promise<void>;
}

/**
 * Sends traces of requests, jobs, statements and outgoing calls to an OTLP endpoint over HTTP. The
 * SDK is loaded only here: without an endpoint it costs nothing. Spans carry only names and
 * numbers, no values.
 */
export async function startTracing(
  endpoint: string,
  services: ReadonlyMap<string, string>,
): Promise<Tracing> {
  const [
    { BatchSpanProcessor, NodeTracerProvider },
    { OTLPTraceExporter },
    { resourceFromAttributes },
  ] = await Promise.all([
    import('@opentelemetry/sdk-trace-node'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/resources'),
  ]);
  const exporter = new OTLPTraceExporter({ url: `${endpoint}/v1/traces` });
  const provider = new NodeTracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'belief-layer' }),
    spanProcessors: [new BatchSpanProcessor(exporter)],
  });
  provider.register();
  switchSpansOn();
  const tracer = trace.getTracer('belief-layer');
  const unobserve = observeStatements((name) => {
    if (!trace.getActiveSpan()) return () => {}; // otherwise the queue's polling would be most of all traces
    const span = tracer.startSpan(name, {
      kind: SpanKind.CLIENT,
      attributes: { 'db.system.name': 'postgresql', 'db.operation.name': name },
    });
    return (failed) => {
      if (failed) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end();
    };
  });
  const unwatch = watchOutgoingCalls(services, ({ service, method, status, seconds }) => {
    if (!trace.getActiveSpan()) return;
    pastSpan(`${service} ${method}`, seconds, {
      'peer.service': service,
      'http.request.method': method,
      ...(status !== undefined && { 'http.response.status_code': status }),
    });
  });
  return {
    ofRequests: tracedRequests,
    async stop() {
      unobserve();
      unwatch();
      await provider.shutdown();
    },
  };
}

const tracedRequests =
  (listener: RequestListener): RequestListener =>
  (request, response) => {
    const caller: Context = propagation.extract(context.active(), request.headers);
    const { method = 'GET' } = request;
    trace
      .getTracer('belief-layer')
      .startActiveSpan(method, { kind: SpanKind.SERVER }, caller, (span) => {
        response.once('close', () => {
          const id = response.getHeader('x-request-id') ?? request.headers['x-request-id'];
          span.setAttributes({
            'http.request.method': method,
            'http.response.status_code': response.statusCode,
            ...(typeof id === 'string' && { 'request.id': id }),
          });
          if (response.statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
          span.end();
        });
        listener(request, response);
      });
  };

let on = false;

/** Enables spans; before, and without an endpoint, they cost nothing. */
function switchSpansOn(): void {
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
function pastSpan(name: string, seconds: number, attributes: Attributes): void {
  const end = Date.now();
  trace
    .getTracer('belief-layer')
    .startSpan(name, { kind: SpanKind.CLIENT, attributes, startTime: end - seconds * 1000 })
    .end(end);
}
