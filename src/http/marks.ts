import type { Side } from '../cutover/stage';

/** Lower-case names and values. */
export type Headers = Readonly<Record<string, string>>;

/** Which API answers; `fallback` is v1 in v2's place. */
export type ServedBy = Side | 'fallback';

/** Headers that every answer of a request bears; made once, for all requests. */
export interface Marks {
  readonly v1Path: Headers;
  readonly otherPath: Headers;
  /** Of a v1 request that an API has answered, or is about to. */
  readonly servedBy: Readonly<Record<ServedBy, Headers>>;
}

/** Makes the marks; `v1Headers` stand in every answer to a v1 request. */
export function createMarks(v1Headers: Headers): Marks {
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
export function withMarks(marks: Headers, headers: Headers): string[] {
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
