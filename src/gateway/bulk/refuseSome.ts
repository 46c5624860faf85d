import { problems } from '../problems';
import type { Refusal } from '../refusal';

/** One id of a list that could not be changed. */
export interface Failed {
  /** Its place in the v1 body, e.g. `accounts.1`. */
  readonly field: string;
  readonly id: string;
  readonly refusal: Refusal;
}

const reasonOf = ({ code, validation }: Refusal): string => validation?.message ?? problems[code].message;

/** The worst first: the highest status, the earliest of several. */
const byStatus = (one: Failed, other: Failed): number =>
  problems[other.refusal.code].status - problems[one.refusal.code].status;

/** Tells which ids failed and why, in the shape of a v1 validation error, with the status of the worst. */
export function refuseSome(failed: readonly Failed[], of: number): Refusal {
  const worst = failed.toSorted(byStatus)[0]?.refusal ?? { code: 'internal' };
  const errors = failed.map(({ field, id, refusal }) => [field, [`${id}: ${reasonOf(refusal)}`]]);
  const message = `${failed.length} of ${of} could not be changed.`;
  const ambiguous = failed.some(({ refusal }) => refusal.ambiguous === true);
  return {
    ...worst,
    detail: `${failed.length} of ${of} failed, the worst: ${worst.detail ?? worst.code}`,
    partly: failed.length < of || ambiguous,
    ambiguous,
    validation: { message, errors: Object.fromEntries(errors) as Record<string, string[]> },
  };
}
