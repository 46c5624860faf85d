import { createUpstream } from '../http/createUpstream';
import { upstreamLimits } from '../http/upstreamLimits';
import { failure, type Result, success } from '../translation/result';
import { systemClock as clock } from './systemClock';

/** Most time for an answer of the admin port, ms. */
const DEADLINE = 5_000;

/** Reads a page of a running gateway's admin port, showing the token if there is one; the failure says what to do. */
export async function askAdmin(
  origin: string,
  path: string,
  token: string | undefined,
): Promise<Result<unknown, string>> {
  const { call, close } = createUpstream({ origin, limits: upstreamLimits, clock });
  try {
    const deadlineAt = clock.steady() + DEADLINE;
    const shown = token === undefined ? {} : { authorization: `Bearer ${token}` };
    const outcome = await call({ method: 'GET', path, ...shown, requestId: 'admin', deadlineAt });
    if (!outcome.ok) {
      const hint = 'is the gateway running? name its admin port with --admin, such as http://127.0.0.1:8081';
      return failure(`${origin} gave no answer (${outcome.failure.kind})\n  = hint: ${hint}`);
    }
    const { status, body } = outcome.value;
    if (status === 401)
      return failure(`${origin} wants its token: set LIFEBOAT_ADMIN_TOKEN as for the gateway`);
    if (status !== 200)
      return failure(`${origin}${path} answered ${status}: is it the admin port of a gateway?`);
    return success(JSON.parse(body.toString()));
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return failure(`${origin}${path} did not answer with JSON: is it the admin port of a gateway?`);
  } finally {
    await close();
  }
}
