import type { Observed } from '../../comparison/observed';
import { issueTitle } from './issuePhrases';

/** Everything that differs in some pairs, also what no issue is made of because another one explains the same pairs. */
export const titlesOf = (observed: readonly Observed[]): ReadonlySet<string> =>
  new Set(
    observed.flatMap(({ operation, differences }) =>
      differences.map(({ kind, path }) => issueTitle({ kind, path, operation })),
    ),
  );
