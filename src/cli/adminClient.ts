import { z } from 'zod';
import type { Environment } from '../config';
import { failure, type Result, success } from '../contract/result';
import { createUpstream } from '../http/upstream/upstreamClient';
import { upstreamLimits } from '../http/upstream/upstreamLimits';
import { systemClock as clock } from '../runtime/systemClock';
import { refusalPage } from '../cutover/cutoverPages';
import { readSettings } from './command';

/** Options that locate a running gateway's admin port. */
export interface AdminPlace {
  readonly config?: string | undefined;
  /** Its origin, unless it is the configured one. */
  readonly admin?: string | undefined;
}

/** Finds the origin of the admin port, as given or as configured; the failure lists every fault. */
export function adminOrigin(
  { config: file, admin }: AdminPlace,
  environment: Environment,
  options: { readonly colour: boolean },
): Result<string, readonly string[]> {
  if (admin !== undefined) return success(admin);
  // The gateway may run in front of its sandbox, without a configured upstream.
  const read = readSettings({ file, environment, colour: options.colour });
  if (!read.ok) return read;
  const { host, port } = read.value.admin;
  if (port === 0) return failure(['admin.port is 0: name the port of the running gateway with --admin']);
  return success(`http://${host.includes(':') ? `[${host}]` : host}:${port}`);
}

/** Reads the configured token of the admin port; undefined without one, or when the settings cannot be read. */
export function adminToken({ config: file }: AdminPlace, environment: Environment): string | undefined {
  // `sandbox: true` because an upstream need not be configured: only one setting is read.
  const read = readSettings({ file, environment, colour: false });
  return read.ok ? read.value.admin.token : undefined;
}

/** A request to the admin port of a running gateway. */
interface AdminRequest {
  readonly path: string;
  /** Sent when there is one. */
  readonly token: string | undefined;
  /** Posted as JSON; without a body the page is read. */
  readonly body?: unknown;
}

/** Answer of the admin port; the page is undefined when it is not JSON. */
interface AdminAnswer {
  readonly status: number;
  readonly page: unknown;
  readonly text: string;
}

/** Deadline (ms) of an answer. */
const DEADLINE = 10_000;

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Calls the admin port of a running gateway; the failure says what to do. */
export async function callAdmin(
  origin: string,
  { path, token, body }: AdminRequest,
): Promise<Result<AdminAnswer, string>> {
  const { call, close } = createUpstream({ origin, limits: upstreamLimits, clock });
  try {
    const outcome = await call({
      method: body === undefined ? 'GET' : 'POST',
      path,
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      requestId: 'admin',
      deadlineAt: clock.steady() + DEADLINE,
    });
    if (!outcome.ok) {
      const hint = 'is the gateway running? name its admin port with --admin, such as http://127.0.0.1:8081';
      return failure(`${origin} gave no answer (${outcome.failure.kind})\n  = hint: ${hint}`);
    }
    const { status, body: answer } = outcome.value;
    const text = answer.toString();
    return success({ status, page: parsed(text), text });
  } finally {
    await close();
  }
}

/** Message of a page that is not there. */
const NO_PAGE = 'Resource not found.';

/** Reads a page of a running gateway's admin port, with the token if there is one; the failure says what to do. */
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
  if (status !== 200) {
    const refusal = refusalPage.safeParse(page);
    // Of what is asked for; a page that is not there says so in the words of every 404.
    if (refusal.success && refusal.data.message !== NO_PAGE) return failure(refusal.data.message);
    const said = refusal.success ? ` (${refusal.data.message})` : '';
    return failure(`${origin}${path} answered ${status}${said}: is it the admin port of a gateway?`);
  }
  if (page === undefined)
    return failure(`${origin}${path} did not answer with JSON: is it the admin port of a gateway?`);
  return success(page);
}

/** Reads a page of a running gateway's admin port and checks it against a schema; the failure says what to do. */
export type ReadAdmin = <Page>(path: string, schema: z.ZodType<Page>) => Promise<Result<Page, string>>;

/** Finds the admin port as given or as configured; the failure lists every fault. */
export function openAdmin(
  place: AdminPlace,
  environment: Environment,
  options: { readonly colour: boolean },
): Result<ReadAdmin, readonly string[]> {
  const origin = adminOrigin(place, environment, options);
  if (!origin.ok) return origin;
  const token = adminToken(place, environment);
  return success(async (path, schema) => {
    const answer = await askAdmin(origin.value, path, token);
    if (!answer.ok) return answer;
    const page = schema.safeParse(answer.value);
    return page.success
      ? success(page.data)
      : failure(`${origin.value} is the admin port of another version of Lifeboat`);
  });
}

const openApiPage = z.object({
  paths: z.record(
    z.string(),
    z.record(z.string(), z.object({ operationId: z.string().optional() }).catch({})),
  ),
});

/** Lists the operations that a running gateway answers; the failure says why they are not known. */
export async function operationsOf(ask: ReadAdmin): Promise<Result<readonly string[], string>> {
  const page = await ask('/openapi.json', openApiPage);
  if (!page.ok) return page;
  const methods = Object.values(page.value.paths).flatMap((path) => Object.values(path));
  return success(methods.flatMap(({ operationId }) => operationId ?? []));
}
