import { request } from 'undici';

/** What the control API answered, or why it did not. */
export type ControlAnswer =
  | { readonly kind: 'answered'; readonly status: number; readonly body: unknown }
  | { readonly kind: 'unreachable'; readonly reason: string };

/** Longest wait for an answer, in milliseconds. */
const PATIENCE = 10_000;

/** Asks the control API of a running marketplace; never throws. */
export async function askControl(
  origin: string,
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  body?: unknown,
): Promise<ControlAnswer> {
  try {
    const answer = await request(`${origin}/_sandbox${path}`, {
      method,
      headersTimeout: PATIENCE,
      bodyTimeout: PATIENCE,
      ...(body === undefined
        ? {}
        : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    });
    return { kind: 'answered', status: answer.statusCode, body: await answer.body.json() };
  } catch (error) {
    return { kind: 'unreachable', reason: error instanceof Error ? error.message : String(error) };
  }
}
