import type { ComparisonReport } from '../../comparison/comparisonReport';

/** How `lifeboat diff` ended: within budget, over it, undecided, called in a way that makes no sense, not carried out. */
export type DiffExit = 0 | 1 | 2 | 3 | 4;

/** The exit code that a report asks for. */
export function diffExit({ verdict }: Pick<ComparisonReport, 'verdict'>): DiffExit {
  switch (verdict) {
    case 'within':
      return 0;
    case 'over':
      return 1;
    case 'undecided':
      return 2;
  }
}
