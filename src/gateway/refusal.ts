import type { JsonObject } from '../contract/json';
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
  /** v2's own words, in the place of the fixed ones. */
  readonly text?: string;
  /** The fields at fault (spec 7.2), in v1 names. */
  readonly validation?: Validation;
  /** Further members of the v1 body, beside the message. */
  readonly beside?: JsonObject;
  /** True when a part of the request was executed, or may have been. */
  readonly partly?: boolean;
  /** True when a write may have been executed all the same. */
  readonly ambiguous?: boolean;
  /** True when it is known to have been executed, and only its answer is missing. */
  readonly executed?: boolean;
}

/** Tells a client that its write may have been executed, so that it looks before it writes again. */
export const AMBIGUOUS = { 'x-lifeboat-ambiguous': '1' };

/** Tells a client that its write would change nothing and was not made: v2 takes no more of them for now. */
export const UNCHANGED = { 'x-lifeboat-unchanged': '1' };

/** A refusal in the v1 shape: `{message}` (spec 7.1) or `{message, errors}` (spec 7.2). */
export function answerRefusal(refusal: Refusal, requestId: string): Answer {
  const { code, headers, text, validation, beside, ambiguous = false } = refusal;
  const answer = problemAnswer(code, requestId, { ...headers, ...(ambiguous ? AMBIGUOUS : {}) });
  const { message, errors } = validation ?? { message: text ?? problems[code].message };
  return { ...answer, body: JSON.stringify({ message, errors, ...beside }) };
}
