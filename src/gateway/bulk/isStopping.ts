import type { ProblemCode } from '../problems';
import { isOfOneResource } from '../readAllowance';
import type { Refusal } from '../refusal';

const stopping: readonly ProblemCode[] = ['unauthenticated', 'rateLimited', 'overloaded', 'upstreamBusy'];

/** True for a refusal that says nothing of the one id, so that the next would meet it too. */
export const isStopping = ({ code, headers = {} }: Refusal): boolean =>
  stopping.includes(code) && !(code === 'rateLimited' && isOfOneResource(headers));
