import type { ComparisonReport } from '../../../comparison/comparisonReport';
import type { Privacy } from '../../../comparison/createPrivacy';
import type { Pair } from '../../../comparison/pair';
import type { IgnoreRule } from '../../../comparison/ignoreRule';
import { sampleOf } from '../../../comparison/sampleOf';
import type { Origins } from '../../../explanation/originsIn';
import { agreedPlaces } from '../agreedPlaces';
import { renderColumns } from '../renderColumns';
import { threeColumns } from '../threeColumns';

/** What the pairs are shown with. */
interface Shown {
  readonly origins: Origins;
  readonly rules: readonly IgnoreRule[];
  /** Clock ms. */
  readonly now: number;
  readonly colour: boolean;
}

/** The smallest pair of every issue side by side; what is secret stays hidden. */
export function pairLines(
  { issues }: ComparisonReport,
  pairs: ReadonlyMap<string, Pair>,
  privacy: Privacy,
  { origins, rules, now, colour }: Shown,
): readonly string[] {
  const ids = new Set(issues.map(({ smallest }) => smallest.id));
  return [...ids].flatMap((id) => {
    const pair = pairs.get(id);
    if (pair === undefined) return [];
    const sample = sampleOf(pair, privacy);
    const isAgreed = agreedPlaces(rules, pair.operation, now);
    return ['', ...renderColumns(sample, threeColumns(sample, { origins, isAgreed }), { colour })];
  });
}
