import { request } from 'undici';
import type { WebhookRequest } from './webhookRequest';

/** What came of one attempt: the status of the answer, or why there was none. */
export type Attempt =
  | { readonly kind: 'answered'; readonly status: number }
  | { readonly kind: 'failed'; readonly reason: string };

/** Longest wait for a receiver, in milliseconds. */
const PATIENCE = 5_000;

/** Sends one delivery; never throws. */
export async function postWebhook({ url, headers, body }: WebhookRequest): Promise<Attempt> {
  try {
    const answer = await request(url, {
      method: 'POST',
      headers,
      body,
      headersTimeout: PATIENCE,
      bodyTimeout: PATIENCE,
      signal: AbortSignal.timeout(PATIENCE),
    });
    await answer.body.dump();
    return { kind: 'answered', status: answer.statusCode };
  } catch (error) {
    return { kind: 'failed', reason: reasonOf(error) };
  }
}

/** A code such as ECONNREFUSED: messages may hold addresses. */
function reasonOf(error: unknown): string {
  if (typeof error !== 'object' || error === null) return 'unknown';
  if ('code' in error && typeof error.code === 'string') return error.code;
  return 'name' in error && typeof error.name === 'string' ? error.name : 'unknown';
}
