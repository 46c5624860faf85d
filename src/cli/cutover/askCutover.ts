import type { z } from 'zod';
import type { Environment } from '../../config';
import { type Result, success, failure } from '../../contract/result';
import { refusalPage } from '../../cutover/cutoverPages';
import { didYouMean } from '../../mapping/yaml/complaints';
import { type AdminPlace, adminOrigin, adminToken, callAdmin } from '../adminClient';
import { type ExitCode, refused } from '../command';
import type { Terminal } from '../terminal';

/** Calls the control of a running gateway: a GET, or a POST with a body. The failure says what to do. */
export type CallControl = (path: string, body?: unknown) => Promise<Result<unknown, string>>;

function refusalOf(status: number, page: unknown): string {
  const refusal = refusalPage.safeParse(page);
  if (!refusal.success) return `answered ${status}`;
  const { message, resource, resources = [] } = refusal.data;
  const isUnknown = resource !== undefined && !resources.includes(resource);
  const hint = isUnknown ? didYouMean(resource, resources) : undefined;
  return hint === undefined ? message : `${message}\n  = hint: ${hint}`;
}

/** A change of all resources is answered per resource, even when one refuses. */
const isOfAll = (page: unknown): boolean => typeof page === 'object' && page !== null && 'changes' in page;

/** Finds the gateway's admin port and its token in the settings; a read may do without a token. */
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

/** Parameters of a question to a running gateway. */
interface ControlRequest<Page> {
  readonly path: string;
  /** Posted; without a body the page is read. */
  readonly body?: unknown;
  /** The schema that the answer has to match. */
  readonly schema: z.ZodType<Page>;
  readonly place: AdminPlace;
  readonly environment: Environment;
}

/**
 * Asks a running gateway and shows its answer, parsed and raw; 1, with the reasons, when it cannot be asked or
 * refuses.
 */
export async function askCutover<Page>(
  { path, body, schema, place, environment }: ControlRequest<Page>,
  { complain, colour }: Terminal,
  show: (page: Page, whole: unknown) => ExitCode,
): Promise<ExitCode> {
  const control = openControl(place, environment, colour);
  if (!control.ok) return refused(control.failure, { complain }, 1);
  const answer = await control.value(path, body);
  if (!answer.ok) {
    complain(answer.failure);
    return 1;
  }
  const page = schema.safeParse(answer.value);
  if (page.success) return show(page.data, answer.value);
  complain('the gateway is of another version of Lifeboat');
  return 1;
}
