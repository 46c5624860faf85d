/** A cause, and how many requests it explains that none before it did. */
export interface Explained {
  readonly cause: string;
  readonly requests: number;
}

/** Requests that have the same causes. */
export interface Caused {
  readonly causes: readonly string[];
  readonly requests: number;
}

function tallied(rest: readonly Caused[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { causes, requests } of rest) {
    for (const cause of new Set(causes)) counts.set(cause, (counts.get(cause) ?? 0) + requests);
  }
  return counts;
}

/**
 * The fewest causes that explain a share of the requests, most first: greedy set cover, which needs at most ln(n) + 1
 * times as many as there could be. Among equals `before` decides.
 */
export function fewestThatExplain(
  all: readonly Caused[],
  share: number,
  before: (one: string, other: string) => number,
): readonly Explained[] {
  const total = all.reduce((sum, { requests }) => sum + requests, 0);
  const found: Explained[] = [];
  let rest = all;
  let open = total;
  while (open > total * (1 - share)) {
    const [best] = [...tallied(rest)].toSorted(
      ([one, ones], [other, others]) => others - ones || before(one, other),
    );
    if (best === undefined) break;
    const [cause, requests] = best;
    found.push({ cause, requests });
    rest = rest.filter(({ causes }) => !causes.includes(cause));
    open -= requests;
  }
  return found;
}
