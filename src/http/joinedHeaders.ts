import type { IncomingHttpHeaders } from 'node:http';

/** Headers as texts, repeated ones joined by `, `. Without a prototype, so that one named `__proto__` is a header. */
export function joinedHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  const lines = Object.create(null) as Record<string, string>;
  for (const name of Object.keys(headers)) {
    const value = headers[name];
    lines[name] = Array.isArray(value) ? value.join(', ') : (value ?? '');
  }
  return lines;
}
