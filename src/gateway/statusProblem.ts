import type { ProblemCode } from './problems';

/**
 * The v1 problem for a v2 status that is a complete refusal: nothing was executed.
 * A v2 410 is one missing resource; passed on it would tell a v1 client that all of v1 is gone.
 */
const refusals: Readonly<Record<number, ProblemCode>> = {
  400: 'badRequest',
  401: 'unauthenticated',
  402: 'paymentRequired',
  403: 'forbidden',
  404: 'notFound',
  409: 'conflict',
  410: 'notFound',
  413: 'bodyTooLarge',
  423: 'conflict',
  429: 'rateLimited',
};

/** True for a status that says: not executed. */
export const isRefusal = (status: number): boolean => status >= 400 && status < 500;

/** Refusals whose reason only v2 knows; those of 401, 403, 404 and 429 have one text each (spec 7.1). */
const explained: readonly number[] = [400, 402, 409, 423];

/** True for a refusal that v2's own text explains. */
export const isExplained = (status: number): boolean => explained.includes(status);

/** The problem for a v2 status that is not the operation's success; `later`: v2 has said when to ask again. */
export function statusProblem(status: number, later: boolean): ProblemCode {
  if (status === 503 && later) return 'upstreamBusy';
  return refusals[status] ?? (isRefusal(status) ? 'upstreamRefused' : 'upstreamFailed');
}
