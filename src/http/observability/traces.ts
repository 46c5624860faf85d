import {
  type Attributes,
  type Context,
  context,
  createContextKey,
  isSpanContextValid,
  propagation,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
  TraceFlags,
  type Tracer,
} from '@opentelemetry/api';
import type { RequestHandler } from 'express';
import type { CallerName } from '../../cutover/callerNames';
import type { RequestEnded } from '../../gateway/context';
import type { RoutedTranslation } from '../../gateway/routes';
import type { Route } from '../../gateway/gateway';
import type { Upstream } from '../../gateway/upstream';
import type { PassThrough } from '../passThrough/passThrough';
import { exchangeOf } from '../server/exchange';
import { knownMethods } from '../server/messages';

type SpanTexts = { readonly callerName: CallerName; readonly shapeOf: (target: string) => string };

/**
 * Spans of requests, calls and comparisons (OpenTelemetry). No span holds a value that a client wrote. Each `of` returns
 * the same thing with spans, whose calls belong to the trace of their request.
 */
export interface Traces {
  /** Begins the span of a request around all its work. Absent: nothing is traced. */
  readonly begin?: RequestHandler;
  /** Runs the log inside the span of a request, and ends that span. */
  readonly ofLog: (log: (request: RequestEnded) => void) => (request: RequestEnded) => void;
  readonly ofTranslation: (translation: RoutedTranslation) => RoutedTranslation;
  readonly ofUpstream: (call: Upstream, origin: string) => Upstream;
  readonly ofPassThrough: (passThrough: PassThrough, origin: string) => PassThrough;
  /** Runs a comparison in its own trace, which links to the trace of its request. */
  readonly ofComparison: <Outcome extends string>(
    request: { readonly id: string; readonly route: Route },
    compare: () => Promise<Outcome>,
  ) => () => Promise<Outcome>;
}

/** Finds the tracer of the OpenTelemetry SDK with which this process was started. Returns undefined without one. */
function findTracer(): Tracer | undefined {
  const tracer = trace.getTracer('lifeboat');
  // Without an SDK, spans have no id. A span that is never ended goes nowhere.
  return isSpanContextValid(tracer.startSpan('probe', { root: true }).spanContext()) ? tracer : undefined;
}

/** Names the active span, or only a sampled one, for log lines and exemplars. Undefined without traces. */
export function createSpanIds(isSampledOnly = false): (() => Readonly<Record<string, string>>) | undefined {
  if (findTracer() === undefined) return undefined;
  return () => {
    const ids = trace.getActiveSpan()?.spanContext();
    if (ids === undefined || (isSampledOnly && (ids.traceFlags & TraceFlags.SAMPLED) === 0)) return {};
    return { trace_id: ids.traceId, span_id: ids.spanId };
  };
}

/**
 * Key by which the OpenTelemetry SDK knows a context without tracing (`suppressTracing`). Otherwise the
 * instrumentations of undici and Node would make a second span of each call, and undici's would send a second
 * `traceparent`: two of them count as none.
 */
const SUPPRESSED = createContextKey('OpenTelemetry SDK Context Key SUPPRESS_TRACING');

/** Contexts of requests by their records: instrumentations of Express lose the active one between middlewares. */
type RequestContexts = WeakMap<object, Context>;

/** Names the method as the semantic conventions do: an unknown one is `_OTHER`. */
const methodOf = (method: string): string => (knownMethods.has(method) ? method : '_OTHER');

/** Marks a span whose work has failed (semantic conventions, "Recording errors"). */
function markSpanFailed(span: Span, reason: string): void {
  span.setAttribute('error.type', reason);
  span.setStatus({ code: SpanStatusCode.ERROR });
}

/** Describes the end of a request by the semantic conventions of an HTTP server, with Lifeboat's decisions. */
function describeRequest(span: Span, { entry, operation }: RequestEnded, callerName: CallerName): void {
  const { route, status, problem, caller } = entry;
  if (route.startsWith('/')) {
    span.updateName(`${methodOf(entry.method)} ${route}`);
    span.setAttribute('http.route', route);
  }
  span.setAttributes({
    'http.response.status_code': status,
    'lifeboat.request_id': entry.requestId,
    'lifeboat.resource': operation?.resource,
    'lifeboat.operation': operation?.name,
    'lifeboat.stage': entry.stage,
    'lifeboat.side': entry.servedBy,
    'lifeboat.because': entry.because,
    'lifeboat.caller': caller === undefined ? undefined : (callerName(caller) ?? caller),
    'lifeboat.problem': problem,
    'lifeboat.ambiguous': entry.ambiguous,
  });
  if (status >= 500) markSpanFailed(span, problem ?? String(status));
}

/** Returns the attributes of a call (semantic conventions of an HTTP client), without ids and texts of its path. */
function callAttributes(method: string, template: string, origin: string): Attributes {
  const { hostname, port, protocol } = new URL(origin);
  return {
    'http.request.method': methodOf(method),
    'server.address': hostname,
    'server.port': Number(port === '' ? (protocol === 'https:' ? 443 : 80) : port),
    'url.full': `${origin}${template}`,
    'url.template': template,
  };
}

/** Ends the span of a call. Every 4xx and 5xx is an error for its client. */
function endCall(span: Span, status: number | undefined, fault: string | undefined): void {
  if (status !== undefined) span.setAttribute('http.response.status_code', status);
  if (fault !== undefined) markSpanFailed(span, fault);
  else if (status !== undefined && status >= 400) markSpanFailed(span, String(status));
  span.end();
}

function traceCalls(
  tracer: Tracer,
  contexts: RequestContexts,
  { shapeOf }: SpanTexts,
): Pick<Traces, 'ofUpstream' | 'ofPassThrough'> {
  const beginSpan = (method: string, path: string, origin: string, parent = context.active()) => {
    const attributes = callAttributes(method, shapeOf(path), origin);
    const name = `${methodOf(method)} ${String(attributes['url.template'])}`;
    const span = tracer.startSpan(name, { kind: SpanKind.CLIENT, attributes }, parent);
    const inside = trace.setSpan(parent, span);
    const headers: Record<string, string> = {};
    propagation.inject(inside, headers);
    return { span, headers, quiet: inside.setValue(SUPPRESSED, true) };
  };
  return {
    ofUpstream: (call, origin) => async (request) => {
      const { span, headers, quiet } = beginSpan(request.method, request.path, origin);
      const carried = { ...request.carried, ...headers };
      const outcome = await context.with(quiet, () => call({ ...request, carried }));
      if (outcome.ok) endCall(span, outcome.value.status, undefined);
      else endCall(span, outcome.failure.status, outcome.failure.kind);
      return outcome;
    },
    ofPassThrough: (passThrough, origin) => ({
      ...passThrough,
      pass: (request, response, exchange, next, aside) => {
        const { method, url } = request;
        const { span, headers, quiet } = beginSpan(method, url, origin, contexts.get(exchange.facts));
        request.headers = { ...request.headers, ...headers };
        response.once('close', () => {
          const { problem } = exchange.facts;
          endCall(span, problem === undefined ? response.statusCode : undefined, problem);
        });
        context.with(quiet, () => passThrough.pass(request, response, exchange, next, aside));
      },
    }),
  };
}

function traceRequests(
  tracer: Tracer,
  contexts: RequestContexts,
  { callerName, shapeOf }: SpanTexts,
): Pick<Traces, 'begin' | 'ofLog'> {
  return {
    begin: (request, response, next) => {
      const exchange = exchangeOf(response);
      const active = context.active();
      // An instrumentation of Node's server has made the server span; this span is a part of its work.
      const isInside = trace.getSpan(active) !== undefined;
      const parent = isInside ? active : propagation.extract(active, request.headers);
      const method = methodOf(request.method);
      const attributes = {
        'http.request.method': method,
        'url.path': shapeOf(exchange.target),
        'url.scheme': request.protocol,
        'network.protocol.version': request.httpVersion,
      };
      const kind = isInside ? SpanKind.INTERNAL : SpanKind.SERVER;
      const span = tracer.startSpan(method, { kind, attributes }, parent);
      const inside = trace.setSpan(parent, span);
      contexts.set(exchange.facts, inside);
      context.with(inside, next);
    },
    ofLog: (log) => (request) => {
      const inside = contexts.get(request.entry) ?? ROOT_CONTEXT;
      const span = trace.getSpan(inside);
      if (span !== undefined) describeRequest(span, request, callerName);
      context.with(inside, () => log(request));
      span?.end();
    },
  };
}

export const untraced: Traces = {
  ofLog: (log) => log,
  ofTranslation: (translation) => translation,
  ofUpstream: (call) => call,
  ofPassThrough: (passThrough) => passThrough,
  ofComparison: (_request, compare) => compare,
};

/** Opens the traces if the process was started with an OpenTelemetry SDK. Otherwise traces nothing. */
export function findTraces(texts: SpanTexts): Traces {
  const tracer = findTracer();
  if (tracer === undefined) return untraced;
  const contexts: RequestContexts = new WeakMap();
  const runInSpan = async <Outcome>(inside: Context, span: Span, work: () => Promise<Outcome>) => {
    try {
      return await context.with(trace.setSpan(inside, span), work);
    } finally {
      span.end();
    }
  };
  return {
    ...traceRequests(tracer, contexts, texts),
    ...traceCalls(tracer, contexts, texts),
    ofTranslation: (translation) => ({
      ...translation,
      translate: (request, route) => {
        const parent = contexts.get(request.facts) ?? context.active();
        const attributes = { 'lifeboat.operation': route.operation.name };
        const span = tracer.startSpan('translate', { attributes }, parent);
        return runInSpan(parent, span, async () => {
          const handled = await translation.translate(request, route);
          const { refusal, answer } = handled;
          if (answer.status >= 500) markSpanFailed(span, refusal?.code ?? String(answer.status));
          return handled;
        });
      },
    }),
    ofComparison: ({ id, route: { operation } }, compare) => {
      const request = trace.getSpanContext(context.active());
      return () => {
        const attributes = { 'lifeboat.request_id': id, 'lifeboat.operation': operation.name };
        const links = request === undefined ? [] : [{ context: request }];
        const span = tracer.startSpan('compare', { root: true, attributes, links }, ROOT_CONTEXT);
        return runInSpan(ROOT_CONTEXT, span, async () => {
          const outcome = await compare();
          span.setAttribute('lifeboat.comparison', outcome);
          return outcome;
        });
      };
    },
  };
}
