import { request } from 'undici';
import { z } from 'zod';
import { faultSchema } from '../faults/faultSchema';

/** Answer of the control API, or the reason why there is none. */
type ControlAnswer =
  | { readonly kind: 'answered'; readonly status: number; readonly body: unknown }
  | { readonly kind: 'unreachable'; readonly reason: string };

/** Longest wait for an answer of the control API, in milliseconds. */
const CONTROL_TIMEOUT_MS = 10_000;

/** Calls the control API of a running marketplace; never throws. */
export async function askControl(
  origin: string,
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  body?: unknown,
): Promise<ControlAnswer> {
  try {
    const answer = await request(`${origin}/_sandbox${path}`, {
      method,
      headersTimeout: CONTROL_TIMEOUT_MS,
      bodyTimeout: CONTROL_TIMEOUT_MS,
      ...(body !== undefined && {
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json' },
      }),
    });
    return { kind: 'answered', status: answer.statusCode, body: await answer.body.json() };
  } catch (error) {
    return { kind: 'unreachable', reason: error instanceof Error ? error.message : String(error) };
  }
}

const faults = z.object({
  data: z.array(
    z.looseObject(faultSchema.pick({ route: true, latency: true, rate: true, disturbance: true }).shape),
  ),
});

/** Reads the list of the faults in force. Returns an empty list for any other body. */
export const readFaults = (body: unknown) => faults.safeParse(body).data?.data ?? [];
