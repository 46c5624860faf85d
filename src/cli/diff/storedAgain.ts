import { judgeAgain } from '../../comparison/judgeAgain';
import { systemClock as clock } from '../systemClock';
import { changedResources } from './changedResources';
import type { ComparedSubject } from './comparedSubject';
import type { PairsAgain } from './pairsAgain';
import type { StoredEvidence } from './readEvidence';

/** Bodies are not kept, so that nothing private is. */
const UNKNOWN =
  'its mapping changes, and what v2 said is not kept: `lifeboat record FILE`, then --recording FILE';

/** What is kept under other mappings: what they translate alike stands, of the rest nothing can be said. */
export function storedAgain(
  evidence: StoredEvidence,
  before: ComparedSubject,
  after: ComparedSubject,
): PairsAgain {
  const changed = changedResources(before.mappings, after.mappings);
  const alike = evidence.observed.filter(({ resource }) => !changed.has(resource));
  const rules = { before: before.rules, after: after.rules, now: clock.now() };
  const { observed, unclear } = judgeAgain(alike, rules);
  const unknown = evidence.observed.length - alike.length;
  return {
    before: evidence,
    after: { ...evidence, observed },
    open: changed,
    unknown: new Map(unknown === 0 ? [] : [[UNKNOWN, unknown]]),
    unclear,
  };
}
