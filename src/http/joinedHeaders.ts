import type { IncomingHttpHeaders } from 'node:http';

type Joined = Readonly<Record<string, string>>;

const isJoined = (headers: IncomingHttpHeaders): headers is Joined => {
  for (const name of Object.keys(headers)) if (typeof headers[name] !== 'string') return false;
  return true;
};

/** Headers as texts, repeated ones joined by `, `; the same object when none is repeated, as in most answers. */
export function joinedHeaders(headers: IncomingHttpHeaders): Joined {
  if (isJoined(headers)) return headers;
  // Without a prototype, so that one named `__proto__` is a header.
  const lines = Object.create(null) as Record<string, string>;
  for (const name of Object.keys(headers)) {
    const value = headers[name];
    lines[name] = Array.isArray(value) ? value.join(', ') : (value ?? '');
  }
  return lines;
}
