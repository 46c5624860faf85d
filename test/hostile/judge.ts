import type { SeenRequest } from '../support/upstream.ts';

/** Result of one case. */
export interface Observed {
  readonly sent: string;
  readonly received: string;
  /** The statuses of what was received. */
  readonly answers: readonly number[];
  /** Requests that reached the upstream. */
  readonly seen: readonly SeenRequest[];
  /** Host and port of the upstream. */
  readonly host: string;
}

/** Paths that translated requests may call; passed ones may call any path under /v2 without dot segments. */
const TEMPLATES = /^\/v2\/(?:account|currency)-offers(?:\/[\w%.~!'()*-]+)?(?:\?[\w%&=.,[\]-]*)?$/;
const PASSED = /^\/v2(?:[/?][\x21-\x7e\x80-\xff]*)?$/;
const METHOD = /^[A-Z-]+$/;

function climbs(path: string): boolean {
  const [plain = ''] = path
    .replace(/%2e/gi, '.')
    .replace(/%2f|%5c|\\/gi, '/')
    .split('?');
  return plain.split('/').some((segment) => segment === '..' || segment === '.');
}

function wrongAtUpstream({ sent, host }: Observed, { method, path, headers }: SeenRequest): string[] {
  const allowed = sent.includes('/v2') ? PASSED : TEMPLATES;
  const framings = ['content-length', 'transfer-encoding'].filter((name) => headers[name] !== undefined);
  return [
    ...(METHOD.test(method) ? [] : ['a method that is none']),
    ...(allowed.test(path) && !climbs(path) ? [] : [`a path outside its template: ${path}`]),
    ...(framings.length < 2 ? [] : ['two framings']),
    ...(headers['host'] === host ? [] : ['another host']),
    ...((headers['transfer-encoding'] ?? 'chunked') === 'chunked' ? [] : ['another coding than chunked']),
  ];
}

/** Everything about a case that must not be; empty when all is well. */
export function judge(observed: Observed): string[] {
  const { received, answers, seen: seenRequests } = observed;
  // The list is read for a lookup, before the one call that answers the request.
  const calls = seenRequests.filter(({ path }) => !/^\/v2\/account-offers\?.*per_page=50/.test(path));
  return [
    ...answers.filter((status) => status >= 500).map((status) => `answered ${status}`),
    ...(received === '' || /^HTTP\/1\.1 \d{3} /.test(received) ? [] : ['an answer that is not HTTP']),
    ...(calls.length <= answers.length ? [] : [`${calls.length} requests arrived for ${answers.length}`]),
    ...seenRequests.flatMap((request) => wrongAtUpstream(observed, request)),
  ];
}
