import type { StagedDecision } from '../../cutover/stages/decide';
import type { Side } from '../../cutover/stages/stage';
import { unmarkCursor } from '../../mapping/compile/query/cursorMark';
import type { Route } from '../gateway';

/** Returns the API that made the cursor with which a request asks for a page; undefined for one without a cursor. */
export function cursorSideOf({ operation, query }: Route): Side | undefined {
  const cursor = operation.cursor === undefined ? '' : (query?.getAll(operation.cursor).at(-1) ?? '');
  if (cursor === '') return undefined;
  return unmarkCursor(cursor) === undefined ? 'v1' : 'v2';
}

/** Reasons for which v2 is not asked, whatever a request needs. */
const keptFromV2: ReadonlySet<string> = new Set(['killed', 'degraded', 'breaker']);

/** Reasons for which v1 cannot be asked any more. */
const endedV1: ReadonlySet<string> = new Set(['noV1', 'sunset']);

/**
 * Gives a request with a cursor to the API that made it, and to no other after a failure: items would be lost between
 * the two, or stand there twice. Undefined where v2 made it and may not be asked now. After v1's end its cursors are
 * refused as v2's are checked.
 */
export function decideByCursor(decision: StagedDecision, route: Route): StagedDecision | undefined {
  const maker = cursorSideOf(route);
  const { side, because } = decision;
  if (maker === undefined || side === 'gone') return decision;
  const boundDecision = { ...decision, compare: 'nothing', mayFallBack: false, v1Takes: undefined } as const;
  if (side === maker || endedV1.has(because)) return boundDecision;
  if (maker === 'v2' && keptFromV2.has(because)) return undefined;
  return { ...boundDecision, side: maker, because: 'cursor' };
}
