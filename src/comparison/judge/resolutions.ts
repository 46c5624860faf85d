import { addToCount } from '../../contract/recent';
import type { KeptDifference, SeenPair } from '../keep/observation';

/** A person's agreement to a difference until an instant (clock ms). */
export interface TimedAgreement {
  readonly until: number;
  readonly owner: string;
}

/**
 * An issue that a person has declared resolved, so that earlier observations no longer count for it; or agreed, so that
 * no observation counts until the agreement ends.
 */
export interface Resolution {
  readonly operation: string;
  readonly path: string;
  readonly kind: string;
  /** Clock ms. */
  readonly at: number;
  readonly by: string;
  readonly reason: string;
  readonly agreed?: TimedAgreement | undefined;
}

type ResolvedCause = Pick<Resolution, 'operation' | 'path' | 'kind'>;

/** Resolved causes, and the time of their resolution. */
export type ResolvedCauses = ReturnType<typeof createResolvedCauses>;

const nameOf = ({ operation, path, kind }: ResolvedCause): string => `${operation} ${path} ${kind}`;

/** Applies resolutions: a request with only resolved causes is no evidence, one with only agreed ones is good. */
export function createResolvedCauses(resolutions: readonly Resolution[]) {
  const latestByName = new Map(
    [...resolutions]
      .sort((resolution1, resolution2) => resolution1.at - resolution2.at)
      .map((resolution) => [nameOf(resolution), resolution]),
  );
  /** Finds the latest resolution of a cause. */
  const latestResolution = (cause: ResolvedCause): Resolution | undefined => latestByName.get(nameOf(cause));
  const hits = new Map<Resolution, number>();
  const isResolved = ({ operation, at }: SeenPair, { path, kind }: KeptDifference): boolean =>
    at <= (latestResolution({ operation, path, kind })?.at ?? -Infinity);
  /** Finds the agreement that hides a difference. An agreement never covers a v2 that does not answer at all. */
  const agreementOn = (
    { operation, at }: SeenPair,
    { path, kind }: KeptDifference,
  ): Resolution | undefined => {
    if (kind === 'unavailable') return undefined;
    const resolution = latestResolution({ operation, path, kind });
    return at < (resolution?.agreed?.until ?? -Infinity) ? resolution : undefined;
  };
  return {
    latestResolution,
    /** Removes agreed differences and those resolved since. Returns undefined if only resolved ones were left. */
    removeResolved: (seenPair: SeenPair): SeenPair | undefined => {
      if (latestByName.size === 0) return seenPair;
      const agreements = new Set(seenPair.differences.map((difference) => agreementOn(seenPair, difference)));
      const open = seenPair.differences.filter(
        (difference) => agreementOn(seenPair, difference) === undefined,
      );
      const differences = open.filter((difference) => !isResolved(seenPair, difference));
      for (const resolution of agreements) if (resolution !== undefined) addToCount(hits, resolution, 1);
      if (differences.length === seenPair.differences.length) return seenPair;
      return differences.length === 0 && open.length > 0 ? undefined : { ...seenPair, differences };
    },
    /** Lists the agreed causes, and the number of requests in which each has hidden a difference. */
    listAgreements: () =>
      [...latestByName.values()].flatMap((resolution) => {
        const { agreed } = resolution;
        return (agreed && [{ ...resolution, agreed, hits: hits.get(resolution) ?? 0 }]) ?? [];
      }),
  };
}
