import type { Environment } from '../../config';
import { refusalPage } from '../../cutover/adminPages';
import { createUpstream } from '../../http/createUpstream';
import { upstreamLimits } from '../../http/upstreamLimits';
import { failure, type Result, success } from '../../translation/result';
import { adminOrigin, type AdminPlace } from '../adminOrigin';
import { adminToken } from '../adminToken';
import { systemClock as clock } from '../systemClock';

/** Most time for an answer, ms. */
const DEADLINE = 10_000;

/** Calls the control of a running gateway: a GET, or a POST with a body. The failure says what to do. */
export type CallControl = (path: string, body?: unknown) => Promise<Result<unknown, string>>;

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

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
    const { call, close } = createUpstream({ origin: origin.value, limits: upstreamLimits, clock });
    try {
      const outcome = await call({
        method: body === undefined ? 'GET' : 'POST',
        path: `/cutover${path}`,
        authorization: `Bearer ${token}`,
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        requestId: 'admin',
        deadlineAt: clock.steady() + DEADLINE,
      });
      if (!outcome.ok)
        return failure(`${origin.value} gave no answer (${outcome.failure.kind}): is the gateway running?`);
      const page = parsed(outcome.value.body.toString());
      if (outcome.value.status === 200) return success(page);
      const refusal = refusalPage.safeParse(page);
      return failure(refusal.success ? refusal.data.message : `answered ${outcome.value.status}`);
    } finally {
      await close();
    }
  });
}
