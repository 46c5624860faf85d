import type { ProblemCode } from '../problems';
import type { Refusal } from '../refusal';

const stopping: readonly ProblemCode[] = ['unauthenticated', 'rateLimited', 'overloaded'];

/** True for a refusal that says nothing of the one id, so that the next would meet it too. */
export const isStopping = ({ code }: Refusal): boolean => stopping.includes(code);
