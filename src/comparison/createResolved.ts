import type { Resolution } from './book';
import type { KeptDifference, Observed } from './observed';

type Cause = Pick<Resolution, 'operation' | 'path' | 'kind'>;

/** What was called mended, and when. */
export interface Resolved {
  /** The latest resolution of a cause. */
  readonly of: (cause: Cause) => Resolution | undefined;
  /** An observation without what was mended after it; undefined where nothing else is left of it. */
  readonly without: (observed: Observed) => Observed | undefined;
}

const nameOf = ({ operation, path, kind }: Cause): string => `${operation} ${path} ${kind}`;

/** Puts resolutions in force. A request that only what is mended made different says nothing, good or bad. */
export function createResolved(resolutions: readonly Resolution[]): Resolved {
  const latest = new Map(
    [...resolutions].sort((one, other) => one.at - other.at).map((one) => [nameOf(one), one]),
  );
  const of = (cause: Cause): Resolution | undefined => latest.get(nameOf(cause));
  const isMended = ({ operation, at }: Observed, { path, kind }: KeptDifference): boolean =>
    at <= (of({ operation, path, kind })?.at ?? -Infinity);
  return {
    of,
    without: (observed) => {
      if (latest.size === 0) return observed;
      const differences = observed.differences.filter((difference) => !isMended(observed, difference));
      if (differences.length === observed.differences.length) return observed;
      return differences.length === 0 ? undefined : { ...observed, differences };
    },
  };
}
