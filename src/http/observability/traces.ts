import {
  type Context,
  context,
  createContextKey,
  isSpanContextValid,
  propagation,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
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
import { callAttributes, describeRequest, endCall, markFailed, methodOf } from './spanAttributes';

/** Texts for spans without a client's value. */
interface SpanTexts {
  readonly callerName: CallerName;
  readonly shapeOf: (target: string) => string;
}

type RequestLog = (request: RequestEnded) => void;

/** Spans of requests, calls and comparisons (OpenTelemetry). No span holds a value that a client wrote. */
export interface Traces {
  /** Begins the span of a request around all its work; absent: nothing is traced. */
  readonly begin?: RequestHandler;
  /** Returns the same log, which runs inside the span of a request and ends it. */
  readonly ofLog: (log: RequestLog) => RequestLog;
  /** Returns the same gateway, whose translations have spans. */
  readonly ofTranslation: (translation: RoutedTranslation) => RoutedTranslation;
  /** Returns the same upstream, whose calls have spans and belong to their trace. */
  readonly ofUpstream: (call: Upstream, origin: string) => Upstream;
  /** Returns the same pass-through, whose requests have spans and belong to their trace. */
  readonly ofPassThrough: (passThrough: PassThrough, origin: string) => PassThrough;
  /** Runs a comparison in its own trace, which links to the trace of its request. */
  readonly ofComparison: <Outcome extends string>(
    request: { readonly id: string; readonly route: Route },
    compare: () => Promise<Outcome>,
  ) => () => Promise<Outcome>;
}

/** Finds the tracer of the OpenTelemetry SDK with which this process was started; undefined without one. */
function findTracer(): Tracer | undefined {
  const tracer = trace.getTracer('lifeboat');
  // Without an SDK, spans have no id. A span that is never ended goes nowhere.
  const ids = tracer.startSpan('probe', { root: true }).spanContext();
  return isSpanContextValid(ids) ? tracer : undefined;
}

/** Names the active span, or only a sampled one, for log lines and exemplars; undefined where nothing is traced. */
export function findSpanIds(isSampledOnly = false): (() => Readonly<Record<string, string>>) | undefined {
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

function traceCalls(
  tracer: Tracer,
  contexts: RequestContexts,
  { shapeOf }: SpanTexts,
): Pick<Traces, 'ofUpstream' | 'ofPassThrough'> {
  const begin = (method: string, path: string, origin: string, parent = context.active()) => {
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
      const { span, headers, quiet } = begin(request.method, request.path, origin);
      const outcome = await context.with(quiet, () =>
        call({ ...request, carried: { ...request.carried, ...headers } }),
      );
      if (outcome.ok) endCall(span, outcome.value.status, undefined);
      else endCall(span, outcome.failure.status, outcome.failure.kind);
      return outcome;
    },
    ofPassThrough: (passThrough, origin) => ({
      ...passThrough,
      pass: (request, response, exchange, next, aside) => {
        const { method, url } = request;
        const { span, headers, quiet } = begin(method, url, origin, contexts.get(exchange.facts));
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

/** Traces nothing, at no cost. */
export const untraced: Traces = {
  ofLog: (log) => log,
  ofTranslation: (translation) => translation,
  ofUpstream: (call) => call,
  ofPassThrough: (passThrough) => passThrough,
  ofComparison: (_request, compare) => compare,
};

/** Opens the traces if the process was started with an OpenTelemetry SDK; otherwise traces nothing. */
export function findTraces(texts: SpanTexts): Traces {
  const tracer = findTracer();
  if (tracer === undefined) return untraced;
  const contexts: RequestContexts = new WeakMap();
  const inSpan = async <Outcome>(inside: Context, span: Span, work: () => Promise<Outcome>) => {
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
        return inSpan(parent, span, async () => {
          const handled = await translation.translate(request, route);
          const { refusal, answer } = handled;
          if (answer.status >= 500) markFailed(span, refusal?.code ?? String(answer.status));
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
        return inSpan(ROOT_CONTEXT, span, async () => {
          const outcome = await compare();
          span.setAttribute('lifeboat.comparison', outcome);
          return outcome;
        });
      };
    },
  };
}
