import type { Validation } from '../translation/validation';
import type { Answer } from './answer';
import { problemAnswer, type ProblemCode, problems } from './problems';

/** Why a request gets no success: a value inside the gateway, an answer at its end. */
export interface Refusal {
  readonly code: ProblemCode;
  /** Headers of the upstream that the client is to see. */
  readonly headers?: Readonly<Record<string, string>>;
  /** For the operator: paths and rules, never values. */
  readonly detail?: string;
  /** The fields at fault (spec 7.2), in v1 names. */
  readonly validation?: Validation;
  /** True when a write may have been executed all the same. */
  readonly ambiguous?: boolean;
}

/** Tells a client that its write may have been executed, so that it looks before it writes again. */
export const AMBIGUOUS = { 'x-lifeboat-ambiguous': '1' };

/** A refusal in the v1 shape: `{message}` (spec 7.1) or `{message, errors}` (spec 7.2). */
export function answerRefusal(refusal: Refusal, requestId: string): Answer {
  const { code, headers, validation, ambiguous = false } = refusal;
  const answer = problemAnswer(code, requestId, { ...headers, ...(ambiguous ? AMBIGUOUS : {}) });
  if (validation === undefined) return answer;
  const { message, errors } = validation;
  return { ...answer, status: problems.invalid.status, body: JSON.stringify({ message, errors }) };
}
