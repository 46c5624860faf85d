import { z } from 'zod';

/** One parameter of a query string. */
export interface ParameterContract {
  readonly name: string;
  readonly description: string;
  readonly type: 'integer' | 'string' | 'boolean';
}

/** One operation as its API promises it. Every operation can also answer 401 and 429 (spec 4). */
export interface OperationContract {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Path with parameters in braces. */
  readonly path: string;
  readonly summary: string;
  /** Source of the description: a section of the specification, `observed` in the live service, or `assumed`. */
  readonly source: `spec ${string}` | 'observed' | 'assumed';
  /** True for an operation that needs no key. */
  readonly open?: true;
  readonly query?: readonly ParameterContract[];
  readonly body?: z.ZodType;
  /** Status and body of a success. */
  readonly status: 200 | 201;
  readonly answer: z.ZodType;
  /** Set if nothing is known about the answer: then a message alone is accepted too. */
  readonly answerUnknown?: true;
  /** Further statuses of refusals. */
  readonly refusals: readonly (400 | 403 | 404 | 422)[];
}

/** An answer that only says what was done. */
export const message = z.object({ message: z.string() });

/** A simple error (spec 7.1). */
export const problem = z.object({ message: z.string() });

/** A validation error (spec 7.2). */
export const validationProblem = z.object({
  message: z.string(),
  errors: z.record(z.string(), z.array(z.string())),
});
