import { failure, type Result, success } from '../translation/result';
import { callAdmin } from './callAdmin';

/** Reads a page of a running gateway's admin port, showing the token if there is one; the failure says what to do. */
export async function askAdmin(
  origin: string,
  path: string,
  token: string | undefined,
): Promise<Result<unknown, string>> {
  const answer = await callAdmin(origin, { path, token });
  if (!answer.ok) return answer;
  const { status, page } = answer.value;
  if (status === 401)
    return failure(`${origin} wants its token: set LIFEBOAT_ADMIN_TOKEN as for the gateway`);
  if (status !== 200)
    return failure(`${origin}${path} answered ${status}: is it the admin port of a gateway?`);
  if (page === undefined)
    return failure(`${origin}${path} did not answer with JSON: is it the admin port of a gateway?`);
  return success(page);
}
