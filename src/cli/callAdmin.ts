import { createUpstream } from '../http/createUpstream';
import { upstreamLimits } from '../http/upstreamLimits';
import { failure, type Result, success } from '../translation/result';
import { systemClock as clock } from './systemClock';

/** What is asked of the admin port of a running gateway. */
export interface AdminRequest {
  readonly path: string;
  /** Shown where there is one. */
  readonly token: string | undefined;
  /** Posted as JSON; without one the page is read. */
  readonly body?: unknown;
}

/** What it answers; the page is undefined where it is no JSON. */
export interface AdminAnswer {
  readonly status: number;
  readonly page: unknown;
}

/** Most time for an answer, ms. */
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
    return success({ status, page: parsed(answer.toString()) });
  } finally {
    await close();
  }
}
