/** Beginning of the paths whose whole rest is a login, even with slashes. */
export const LOGIN_LOOKUP = '/v1/accounts/by-login/';

/**
 * Normalizes a request target for the router: a login becomes one encoded segment, in which a `%` without an escape
 * stands for itself, as in PHP. Undefined for a login that cannot be compared, or that names another path once `.` and
 * `..` are removed (RFC 3986 5.2.4).
 */
export function readTarget(target: string): string | undefined {
  if (!target.startsWith(LOGIN_LOOKUP)) return target;
  const [path = '', ...query] = target.slice(LOGIN_LOOKUP.length).split('?');
  const login = path.replace(/\/$/, '');
  const text = decoded(login.replace(/%(?![\da-f]{2})/gi, '%25'));
  if (text === undefined || text === '' || text.includes('\0')) return undefined;
  const segments = text.split(/[/\\]/);
  if (login.includes('/') && segments.some((segment) => segment === '.' || segment === '..'))
    return undefined;
  return [`${LOGIN_LOOKUP}${encodeURIComponent(text)}`, ...query].join('?');
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
