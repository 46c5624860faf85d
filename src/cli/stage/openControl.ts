import type { Environment } from '../../config';
import { refusalPage } from '../../cutover/adminPages';
import { failure, type Result, success } from '../../translation/result';
import { adminOrigin, type AdminPlace } from '../adminOrigin';
import { adminToken } from '../adminToken';
import { callAdmin } from '../callAdmin';

/** Calls the control of a running gateway: a GET, or a POST with a body. The failure says what to do. */
export type CallControl = (path: string, body?: unknown) => Promise<Result<unknown, string>>;

/** Finds the gateway's admin port and the token for it where they are configured. */
export function openControl(
  place: AdminPlace,
  environment: Environment,
  colour: boolean,
): Result<CallControl, readonly string[]> {
  const origin = adminOrigin(place, environment, { colour });
  if (!origin.ok) return origin;
  const token = adminToken(place, environment);
  if (token === undefined)
    return failure(['admin.token is missing: set LIFEBOAT_ADMIN_TOKEN as for the gateway']);
  return success(async (path, body) => {
    const answer = await callAdmin(origin.value, { path: `/cutover${path}`, token, body });
    if (!answer.ok) return answer;
    const { status, page } = answer.value;
    if (status === 200) return success(page);
    const refusal = refusalPage.safeParse(page);
    return failure(refusal.success ? refusal.data.message : `answered ${status}`);
  });
}
