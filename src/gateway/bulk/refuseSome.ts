import { type ProblemCode, problems } from '../problems';
import type { Refusal } from '../refusal';

/** One id of a list that could not be changed. */
export interface Failed {
  /** Its place in the v1 body, e.g. `accounts.1`. */
  readonly field: string;
  readonly id: string;
  readonly refusal: Refusal;
}

const reasonOf = ({ code, text, validation }: Refusal): string =>
  validation?.message ?? text ?? problems[code].message;

/** Refusals of one id: of the request that names it in its body they are validation errors. */
const ofOneId: readonly ProblemCode[] = ['badRequest', 'forbidden', 'notFound', 'conflict', 'invalid'];

const ofWhole = (refusal: Refusal): Refusal =>
  ofOneId.includes(refusal.code) ? { ...refusal, code: 'invalid' } : refusal;

/** The worst first: the highest status, the earliest of several. */
const byStatus = (one: Refusal, other: Refusal): number =>
  problems[other.code].status - problems[one.code].status;

/** Seconds after which the last of them may be tried again, as a header; none where nothing says so. */
function retryAfter(failed: readonly Failed[]): Readonly<Record<string, string>> {
  const pauses = failed.map(({ refusal }) => Number(refusal.headers?.['retry-after']));
  const longest = Math.max(...pauses.filter((pause) => pause > 0));
  return Number.isFinite(longest) ? { 'retry-after': String(longest) } : {};
}

/**
 * Tells which ids failed and why, in the shape of a v1 validation error: with 422 as long as nothing but single ids was
 * refused, else with the status of the worst.
 */
export function refuseSome(failed: readonly Failed[], of: number): Refusal {
  const isForbidden = failed.length === of && failed.every(({ refusal }) => refusal.code === 'forbidden');
  const refusals = failed.map(({ refusal }) => (isForbidden ? refusal : ofWhole(refusal)));
  const worst = refusals.toSorted(byStatus)[0] ?? { code: 'internal' };
  const errors = failed.map(({ field, id, refusal }) => [field, [`${id}: ${reasonOf(refusal)}`]]);
  const message = `${failed.length} of ${of} could not be changed.`;
  const ambiguous = failed.some(({ refusal }) => refusal.ambiguous === true);
  return {
    ...worst,
    headers: { ...worst.headers, ...retryAfter(failed) },
    detail: `${failed.length} of ${of} failed, the worst: ${worst.detail ?? worst.code}`,
    partly: failed.length < of || ambiguous,
    ambiguous,
    executed: false,
    validation: { message, errors: Object.fromEntries(errors) as Record<string, string[]> },
  };
}
