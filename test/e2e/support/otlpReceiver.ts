import { z } from 'zod';
import { reply, startUpstream } from '../../support/upstream.ts';

const attribute = z.object({ key: z.string(), value: z.record(z.string(), z.unknown()) });

const span = z
  .object({
    traceId: z.string(),
    spanId: z.string(),
    parentSpanId: z.string().optional(),
    name: z.string(),
    kind: z.int(),
    attributes: z.array(attribute),
    links: z.array(z.object({ traceId: z.string(), spanId: z.string() })).default([]),
    status: z.object({ code: z.int().default(0) }),
  })
  .transform(({ attributes, ...remainingEntry }) => ({
    ...remainingEntry,
    attributes: Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]])),
  }));

/** A span as an OTLP exporter sends it. */
export type ReceivedSpan = z.output<typeof span>;

const traces = z.object({
  resourceSpans: z.array(
    z.object({
      scopeSpans: z.array(z.object({ scope: z.object({ name: z.string() }), spans: z.array(span) })),
    }),
  ),
});

/** A receiver of OTLP over HTTP, in JSON, as a collector has it. */
export interface OtlpReceiver {
  readonly origin: string;
  /** All spans so far, of any library. */
  readonly spans: readonly ReceivedSpan[];
  /** Waits for the first span that fits. */
  readonly received: (fits: (span: ReceivedSpan) => boolean) => Promise<ReceivedSpan>;
}

/** Starts a receiver on a free port. */
export async function startOtlpReceiver(): Promise<OtlpReceiver> {
  const spans: ReceivedSpan[] = [];
  let waiting: (() => void)[] = [];
  const { origin } = await startUpstream({
    request: ({ body }, socket) => {
      const { resourceSpans } = traces.parse(JSON.parse(body));
      for (const { scopeSpans } of resourceSpans) for (const scope of scopeSpans) spans.push(...scope.spans);
      socket.write(reply(200, '{}'));
      const woken = waiting;
      waiting = [];
      for (const wake of woken) wake();
    },
  });
  return {
    origin,
    spans,
    received: async (fits) => {
      for (;;) {
        const fitting = spans.find(fits);
        if (fitting !== undefined) return fitting;
        await new Promise<void>((resolve) => waiting.push(resolve));
      }
    },
  };
}

const kinds = ['', 'internal', 'server', 'client'];

/** Renders a span and those below it, one a line and indented by their depth, siblings by their names. */
export function renderTree(spans: readonly ReceivedSpan[], top: ReceivedSpan, depth = 0): string[] {
  const { kind, name, attributes, status } = top;
  const outcome = attributes['http.response.status_code'] ?? attributes['error.type'];
  const outcomeText = typeof outcome === 'number' || typeof outcome === 'string' ? outcome : '';
  const failed = status.code === 2 ? ' (error)' : '';
  const line = `${'  '.repeat(depth)}${kinds[kind] ?? ''} ${name} ${outcomeText}`.trimEnd() + failed;
  const below = spans.filter(({ parentSpanId }) => parentSpanId === top.spanId);
  const sorted = below.toSorted((entry, next) => entry.name.localeCompare(next.name));
  return [line, ...sorted.flatMap((child) => renderTree(spans, child, depth + 1))];
}
