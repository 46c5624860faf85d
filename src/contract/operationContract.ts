import { z } from 'zod';

/** One operation as its API promises it, as far as a mapping of it is checked. */
export interface OperationContract {
  readonly method: string;
  /** Path with parameters in braces. */
  readonly path: string;
  /** The status of a success. */
  readonly status: number;
  readonly query: readonly { readonly name: string }[];
  /** True for an operation that needs no key. */
  readonly open?: true;
  /** Set if nothing is known about the answer: then a message alone is accepted too. */
  readonly answerUnknown?: true;
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
