import type { Environment } from '../../config';
import { refusalPage } from '../../cutover/adminPages';
import { didYouMean } from '../../document/didYouMean';
import { failure, type Result, success } from '../../translation/result';
import { adminOrigin, type AdminPlace } from '../adminOrigin';
import { adminToken } from '../adminToken';
import { callAdmin } from '../callAdmin';

/** Calls the control of a running gateway: a GET, or a POST with a body. The failure says what to do. */
export type CallControl = (path: string, body?: unknown) => Promise<Result<unknown, string>>;

function refusalOf(status: number, page: unknown): string {
  const refusal = refusalPage.safeParse(page);
  if (!refusal.success) return `answered ${status}`;
  const { message, resource, resources } = refusal.data;
  const hint = resource === undefined ? undefined : didYouMean(resource, resources ?? []);
  return hint === undefined ? message : `${message}\n  = hint: ${hint}`;
}

/** A change of all resources answers for each of them, also where one refuses. */
const isOfAll = (page: unknown): boolean => typeof page === 'object' && page !== null && 'changes' in page;

/** Finds the gateway's admin port and the token for it where they are configured; what only looks may do without one. */
export function openControl(
  place: AdminPlace,
  environment: Environment,
  colour: boolean,
): Result<CallControl, readonly string[]> {
  const origin = adminOrigin(place, environment, { colour });
  if (!origin.ok) return origin;
  const token = adminToken(place, environment);
  return success(async (path, body) => {
    if (token === undefined && body !== undefined)
      return failure('admin.token is missing: set LIFEBOAT_ADMIN_TOKEN as for the gateway');
    const answer = await callAdmin(origin.value, { path: `/cutover${path}`, token, body });
    if (!answer.ok) return answer;
    const { status, page } = answer.value;
    return status === 200 || isOfAll(page) ? success(page) : failure(refusalOf(status, page));
  });
}
