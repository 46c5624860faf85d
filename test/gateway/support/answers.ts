import type { UpstreamAnswer, UpstreamFault } from '../../../src/gateway/upstream.js';
import { failure, type Result, success } from '../../../src/contract/result.js';

type Outcome = Result<UpstreamAnswer, UpstreamFault>;

/** A complete upstream answer with a JSON body. */
export const answers = (
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): Outcome => success({ status, headers, body: Buffer.from(JSON.stringify(body)) });

/** A complete upstream answer with any bytes. */
export const answersBytes = (status: number, bytes: string | Buffer): Outcome =>
  success({ status, headers: {}, body: Buffer.from(bytes) });

/** No complete answer. */
export const fails = (kind: UpstreamFault['kind'], sent: boolean): Outcome => failure({ kind, sent });
