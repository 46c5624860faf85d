import type { ProblemCode } from './problems';

/**
 * The v1 problem for a v2 status that is a complete refusal: nothing was executed.
 * A v2 410 is one missing resource; passed on it would tell a v1 client that all of v1 is gone.
 */
const refusals: Readonly<Record<number, ProblemCode>> = {
  400: 'badRequest',
  401: 'unauthenticated',
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

/** The problem for a v2 status that is not the operation's success. */
export function statusProblem(status: number): ProblemCode {
  return refusals[status] ?? (isRefusal(status) ? 'upstreamRefused' : 'upstreamFailed');
}
