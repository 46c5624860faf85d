import { createHash } from 'node:crypto';
import type { Cutover } from '../cutover/cutover';
import type { Report } from '../gateway/event';
import type { Reconcile, Unsettled } from '../gateway/unsettled';

/** Calls of one request that are put on the list; v1 shows no more on a page. */
const MOST = 1_000;

/** The same call that is left again is the same entry: a client that tries for ever makes no list without end. */
const nameOf = ({ caller, method, path, ambiguous }: Unsettled): string =>
  createHash('sha256').update(`${caller}\0${method}\0${path}\0${ambiguous}`).digest('hex').slice(0, 16);

/** What is left, as it stands on the list. */
function writeOf(left: Unsettled) {
  const { resource, operation, caller, problem, method, path } = left;
  const call = { id: nameOf(left), target: `${method} ${path}`, side: 'v2' as const };
  return { ...call, resource, operation, caller, problem };
}

/** Puts what is left of a change of several on the list of writes that somebody has to see to. */
export const listUnsettled =
  ({ ambiguous, undone }: Pick<Cutover, 'ambiguous' | 'undone'>, report: Report): Reconcile =>
  async (unsettled) => {
    // A key that v2 does not know has no writes of its own.
    const owned = unsettled.filter(({ problem }) => problem !== 'unauthenticated');
    const listed = owned.slice(0, MOST);
    const known = listed.filter((one) => !one.ambiguous);
    const unknown = listed.filter((one) => one.ambiguous);
    await Promise.all([
      undone(known.map(writeOf)),
      ...unknown.map((one) => ambiguous({ ...writeOf(one), executed: one.executed })),
    ]);
    const [first] = unsettled;
    if (first === undefined) return;
    const { requestId, operation } = first;
    const [left, missing] = [unsettled.length, owned.length - listed.length];
    report({ kind: 'unsettled', requestId, operation, left, unlisted: missing });
  };
