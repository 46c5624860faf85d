import type { ComparisonReport } from '../../comparison/comparisonReport';
import type { LineOf, Resolution } from '../../comparison/book';
import { createAccounts, type Ended } from '../../comparison/createAccounts';
import { createBook } from '../../comparison/createBook';
import type { IgnoreRule } from '../../comparison/ignoreRule';
import type { Observed } from '../../comparison/observed';
import { withAccounts } from '../../comparison/withAccounts';
import { originsIn } from '../../explanation/originsIn';
import type { Mappings } from '../../mapping/loadMappings';
import { systemClock as clock } from '../systemClock';

/** Observations that are judged together. */
export interface Evidence {
  readonly epoch: string;
  readonly observed: readonly Observed[];
  /** What became of everything served; absent: only what was observed is known. */
  readonly ended?: Ended;
  /** What was called mended; absent: nothing. */
  readonly resolutions?: readonly Resolution[];
  /** What was seen before does not count, clock ms. */
  readonly since?: number | undefined;
  readonly budget?: number | undefined;
  /** False for a recorded v1, which is taken at its word. */
  readonly canAskAgain?: boolean;
}

/** The report of observations, as a gateway with these agreed differences and mappings makes it. */
export function reportUnder(
  { rules, mappings }: { readonly rules: readonly IgnoreRule[]; readonly mappings: Mappings },
  { epoch, observed, ended, resolutions = [], since = -Infinity, budget, canAskAgain = true }: Evidence,
): ComparisonReport {
  const origins = originsIn(mappings.resources);
  const lineOf: LineOf = (...where) => origins(...where)?.place;
  const book = createBook({ epoch, isCurrent: () => true, rules, canAskAgain, lineOf, resolutions });
  for (const one of observed) if (one.at >= since) book.add(one);
  const report = book.report(clock.now(), budget);
  return ended === undefined ? report : withAccounts(report, createAccounts(ended));
}
