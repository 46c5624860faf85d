import type { IncomingMessage } from 'node:http';

/** Members of a list that name the address of one of its pages, or its own. */
const linkMembers: ReadonlySet<string> = new Set([
  ...['links.first', 'links.last', 'links.prev', 'links.next', 'meta.path', 'meta.links.url'],
]);

/** Matches what shows the place in a JSON text: brackets, and texts, with a colon behind the name of a member. */
const landmark = /"[^"\\]*(?:\\.[^"\\]*)*"(\s*:)?|[[\]{}]/gs;

/** Matches scheme and host of a JSON text that is an address, and its path; slashes may be escaped. */
const address = /^"https?:(?:\\?\/){2}[^"/\\?#]+([^"?#]*)/;

/** True for an answer whose body may be a list, readable as it is. */
export const mayBeList = ({ statusCode, headers }: IncomingMessage): boolean =>
  statusCode === 200 &&
  /^application\/(?:[\w.+-]+\+)?json\b/i.test(headers['content-type'] ?? '') &&
  headers['content-encoding'] === undefined;

/** Follows a JSON text by its landmarks; returns the members, joined by dots, whose value a text is. */
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
 * Names another origin in the links of a list to its own pages, those with the path that was asked for; returns the same
 * bytes where there are none. Every other byte stays as it came.
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
