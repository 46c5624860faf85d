import type { Response } from 'express';
import type { Reply } from './reply';

/** Puts an answer on the wire. */
export function sendReply(response: Response, { status, headers = {}, body }: Reply): void {
  // Answers carry credentials.
  response.status(status).set({ 'cache-control': 'no-store', ...headers });
  response.type('application/json').send(JSON.stringify(body));
}
