import type { Side } from '../../cutover/stages/stage';
import type { Answer, ProblemCode, Trace } from '../../gateway/problems';
import type { Gone } from '../../gateway/upstream';

/** Lower-case names and values. */
export type Headers = Readonly<Record<string, string>>;

/** Which API answers; `fallback` is v1 in v2's place. */
export type ServedBy = Side | 'fallback';

/** Headers that every answer of a request bears; made once, for all requests. */
export interface ServedByHeaders {
  readonly v1Path: Headers;
  readonly otherPath: Headers;
  /** Of a v1 request that an API has answered, or is about to. */
  readonly servedBy: Readonly<Record<ServedBy, Headers>>;
}

/** Makes the marks; `v1Headers` stand in every answer to a v1 request. */
export function createServedByHeaders(v1Headers: Headers): ServedByHeaders {
  const servedBy = (side: Side): Headers => ({ ...v1Headers, 'x-lifeboat-served-by': side });
  const v1 = servedBy('v1');
  return {
    v1Path: v1Headers,
    otherPath: {},
    servedBy: { v1, v2: servedBy('v2'), fallback: { ...v1, 'x-lifeboat-because': 'fallback' } },
  };
}

/** What the edge says itself of every answer. */
const own: ReadonlySet<string> = new Set(['cache-control', 'x-request-id', 'content-length']);

/**
 * The headers of an answer after its marks, names and values in turn, without what the edge says itself. Those of an
 * answer win, but several links stand in one field (RFC 8288 3.5): those of an answer before those of every answer.
 */
export function withServedByHeaders(marks: Headers, headers: Headers): string[] {
  const all: string[] = [];
  for (const name of Object.keys(marks)) if (headers[name] === undefined) all.push(name, marks[name] ?? '');
  for (const name of Object.keys(headers)) {
    if (own.has(name)) continue;
    const value = headers[name] ?? '';
    const mark = name === 'link' ? marks[name] : undefined;
    all.push(name, mark === undefined ? value : `${value}, ${mark}`);
  }
  return all;
}

/** When what ends, for people and programs that still speak v1. */
interface V1Ending {
  /** The sunset of v1, clock ms. */
  readonly sunset: number;
  /** When this gateway itself ends, clock ms; undefined while nobody has said so. */
  readonly end: number | undefined;
  /** Page that explains the migration. */
  readonly guide: string | undefined;
}

/** The headers of every answer to a v1 client: `Deprecation` and its link (RFC 9745), `Sunset` (RFC 8594). */
export function v1Headers({ sunset, end, guide }: V1Ending): Readonly<Record<string, string>> {
  return {
    deprecation: `@${Math.floor(sunset / 1000)}`,
    ...(end === undefined ? {} : { sunset: new Date(end).toUTCString() }),
    ...(guide === undefined ? {} : { link: `<${guide}>; rel="deprecation"` }),
  };
}

/** One request at the edge: its id, its one way out, and what the log will say about it. */
export interface Exchange {
  readonly id: string;
  /** Fires when the client leaves before it has its answer. */
  readonly gone: () => Gone;
  /** Names the API that answers, in every answer and in the log. */
  readonly served: (by: ServedBy) => void;
  /** Headers that every answer of this request bears, but an upstream's own of the same name wins. */
  readonly marks: () => Readonly<Record<string, string>>;
  /** What the log line will say, so far. */
  readonly trace: () => Trace;
  /** Milliseconds since the request began. */
  readonly age: () => number;
  /** The work goes on should the client leave: the log line waits until the returned function tells of its end. */
  readonly goesOn: () => () => void;
  /** Adds to what the log line says. */
  readonly note: (trace: Partial<Trace>) => void;
  /** Sends a whole answer, the first one only. What the client still sends of its request is read and forgotten. */
  readonly answer: (answer: Answer) => void;
  /** Sends a problem in the v1 shape and names it in the log. */
  readonly fail: (code: ProblemCode, headers?: Readonly<Record<string, string>>) => void;
  /** Gives the problem as an answer for someone else to send, in place of any other. */
  readonly surrender: (code: ProblemCode) => Answer;
}
