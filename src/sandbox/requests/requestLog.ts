import type { RecordedRequest } from './recordedRequest';

/** The latest requests, oldest first. */
export interface RequestLog {
  /** Notes an arrival; the returned function notes its answer. */
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
