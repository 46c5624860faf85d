/** Method, path and query, the query sorted: what makes two requests the same one. */
export function requestText(method: string, target: string): string {
  const [path = '', query] = target.split('?', 2);
  const asked = new URLSearchParams(query ?? '');
  asked.sort();
  const sorted = asked.toString();
  return sorted === '' ? `${method} ${path}` : `${method} ${path}?${sorted}`;
}
