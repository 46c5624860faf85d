import type { IncomingMessage } from 'node:http';

/** Members of a list that name the address of one of its pages, or of the list. */
const linkMembers: ReadonlySet<string> = new Set([
  ...['links.first', 'links.last', 'links.prev', 'links.next', 'meta.path', 'meta.links.url'],
]);

/** Matches the landmarks of a JSON text: brackets, and texts, with a colon behind the name of a member. */
const landmark = /"[^"\\]*(?:\\.[^"\\]*)*"(\s*:)?|[[\]{}]/gs;

/** Matches the scheme and host, and the path, of a JSON text that is an address; slashes may be escaped. */
const address = /^"https?:(?:\\?\/){2}[^"/\\?#]+([^"?#]*)/;

/** True for an answer whose body may be a list in plain JSON. */
export const mayBeList = ({ statusCode, headers }: IncomingMessage): boolean =>
  statusCode === 200 &&
  /^application\/(?:[\w.+-]+\+)?json\b/i.test(headers['content-type'] ?? '') &&
  headers['content-encoding'] === undefined;

/** Follows a JSON text by its landmarks; returns the path of members, joined by dots, to each text. */
function followMembers(): (token: string, isName: boolean) => string {
  const names: string[] = [];
  return (token, isName) => {
    if (token === '{' || token === '[') names.push('');
    else if (token === '}' || token === ']') names.pop();
    else if (isName) names[names.length - 1] = token.slice(1, token.lastIndexOf('"'));
    else if (names[0] === 'links' || names[0] === 'meta') return names.filter(Boolean).join('.');
    return '';
  };
}

/**
 * Replaces the origin in a list's links to its own pages, those with the requested path. Returns the same bytes if
 * there are none. All other bytes stay unchanged.
 */
export function rewritePageLinks(body: Buffer, path: string, origin: string): Buffer {
  const text = body.toString('latin1');
  const memberOf = followMembers();
  const pieces: string[] = [];
  let copied = 0;
  for (const { 0: token, 1: colon, index } of text.matchAll(landmark)) {
    const isLink = linkMembers.has(memberOf(token, colon !== undefined));
    const [bracketed = '', linked = ''] = isLink ? (address.exec(token) ?? []) : [];
    if (bracketed === '' || linked.replaceAll('\\/', '/') !== path) continue;
    pieces.push(text.slice(copied, index), `"${origin}`, linked);
    copied = index + bracketed.length;
  }
  return copied === 0 ? body : Buffer.from(pieces.join('') + text.slice(copied), 'latin1');
}
