/** One request, to be sent again and again. */
export interface Call {
  readonly method: 'GET' | 'PATCH';
  readonly path: string;
  /** JSON text. */
  readonly body?: string;
}

/** Load on a server. */
export interface Load {
  readonly origin: string;
  readonly call: Call;
  readonly connections: number;
  readonly seconds: number;
  /** Requests a second over all connections, sent without regard to answers; absent: as many as are answered. */
  readonly rate?: number;
  /** Keys that requests show in turns; one by default. Only wrk has more. */
  readonly keys?: number;
}

/** Result of a load; latencies in milliseconds. */
export interface LoadResult {
  readonly requests: number;
  /** Requests answered with another status than 2xx, or not at all. */
  readonly failed: number;
  readonly seconds: number;
  readonly latency: { readonly p50: number; readonly p99: number; readonly p999: number };
}

/** A program that loads a server. */
export interface LoadTool {
  readonly name: 'wrk' | 'autocannon';
  readonly run: (load: Load) => Promise<LoadResult>;
}

/** Every request of a bench shows this key. */
export const BENCH_KEY = 'bench-key';

/** Makes the headers that the client sends next to the method and the path. */
export const headersOf = ({ body }: Call): Readonly<Record<string, string>> => ({
  authorization: `Bearer ${BENCH_KEY}`,
  accept: 'application/json',
  ...(body === undefined ? {} : { 'content-type': 'application/json' }),
});
