/** A request as the marketplace saw it, secrets masked. */
export interface RecordedRequest {
  /** Milliseconds since the Unix epoch. */
  readonly at: number;
  readonly method: string;
  /** Path template, e.g. `/v1/accounts/by-login/{accountLogin}`; null when no operation has the path. */
  readonly route: string | null;
  /** Path and query as sent, the value of a secret parameter masked. */
  readonly target: string;
  /** The parsed body with secrets masked; null when there was none or it is not JSON; of a long one its size. */
  readonly body: unknown;
  /** Status of the answer; null while there is none, or when the connection ended without one. */
  readonly status: number | null;
}

/** The latest requests, oldest first. */
export interface RequestLog {
  /** Records an arrival; the returned function records its answer. */
  readonly arrived: (request: Omit<RecordedRequest, 'status'>) => (status: number | null) => void;
  readonly all: () => readonly RecordedRequest[];
  readonly clear: () => void;
}

/** Keeps the latest `capacity` requests in memory. */
export function createRequestLog(capacity: number): RequestLog {
  const entries: { request: RecordedRequest }[] = [];
  return {
    arrived: (request) => {
      const entry: { request: RecordedRequest } = { request: { ...request, status: null } };
      entries.push(entry);
      if (entries.length > capacity) entries.shift();
      return (status) => {
        entry.request = { ...entry.request, status };
      };
    },
    all: () => entries.map((entry) => entry.request),
    clear: () => {
      entries.length = 0;
    },
  };
}
