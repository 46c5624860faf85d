/** One request. */
export interface Call {
  readonly method: 'GET' | 'PATCH';
  readonly path: string;
  /** JSON text. */
  readonly body?: string;
}

/** Load on a server. */
export interface Load {
  readonly origin: string;
  /** Requests that are sent in turns. */
  readonly calls: readonly Call[];
  readonly connections: number;
  readonly seconds: number;
  /** Requests a second over all connections, sent without regard to answers; absent: as many as are answered. */
  readonly rate?: number;
  /** Keys that requests show in turns. */
  readonly keys: number;
}

/** Result of a load; latencies in milliseconds. */
export interface LoadResult {
  readonly requests: number;
  /** Requests answered with another status than 2xx, or not at all. */
  readonly failed: number;
  readonly seconds: number;
  readonly p50: number;
  readonly p99: number;
}

/** Makes the headers that the client sends next to the method and the path. */
export const headersOf = ({ body }: Call, key = 1): Readonly<Record<string, string>> => ({
  authorization: `Bearer bench-key-${key}`,
  accept: 'application/json',
  ...(body === undefined ? {} : { 'content-type': 'application/json' }),
});
