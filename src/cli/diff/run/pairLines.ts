import type { ComparisonReport } from '../../../comparison/comparisonReport';
import type { Privacy } from '../../../comparison/createPrivacy';
import type { Pair } from '../../../comparison/pair';
import { sampleOf } from '../../../comparison/sampleOf';
import type { Origins } from '../../../explanation/originsIn';
import { renderColumns } from '../renderColumns';
import { threeColumns } from '../threeColumns';

/** The smallest pair of every issue side by side; what is secret stays hidden. */
export function pairLines(
  { issues }: ComparisonReport,
  pairs: ReadonlyMap<string, Pair>,
  privacy: Privacy,
  { origins, colour }: { readonly origins: Origins; readonly colour: boolean },
): readonly string[] {
  const ids = new Set(issues.map(({ smallest }) => smallest.id));
  return [...ids].flatMap((id) => {
    const pair = pairs.get(id);
    if (pair === undefined) return [];
    const sample = sampleOf(pair, privacy);
    return ['', ...renderColumns(sample, threeColumns(sample, origins), { colour })];
  });
}
