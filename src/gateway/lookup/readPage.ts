import { failure, type Result } from '../../translation/result';
import { callUpstream, type Errand } from '../callUpstream';
import type { ProblemCode } from '../problems';
import { receive, unfit } from '../receive';
import type { Refusal } from '../refusal';
import { isRefusal } from '../statusProblem';
import type { Upstream } from '../upstream';
import { type ListPage, readListPage } from './listPage';
import type { Lookup } from './question';

/**
 * What the refusal of a list tells a client who asked for one of its items. Not 404 above all: a list that is not
 * there does not mean that there is no such login.
 */
const passedOn: readonly ProblemCode[] = ['unauthenticated', 'forbidden', 'rateLimited'];

/** Reads one page of the list behind an index. */
export async function readPage(
  upstream: Upstream,
  errand: Errand,
  index: Lookup['index'],
  page: number,
): Promise<Result<ListPage, Refusal>> {
  const path = `${index.path}?${index.query(page)}`;
  const outcome = await callUpstream(upstream, errand, { method: 'GET', path });
  const received = receive(outcome, { method: 'GET', success: 200 });
  if (!received.ok) {
    const refused = outcome.ok && isRefusal(outcome.value.status);
    if (!refused || passedOn.includes(received.failure.code)) return received;
    return failure({ ...received.failure, code: 'upstreamRefused' });
  }
  errand.watch(`GET ${index.path}`, received.value.body);
  const read = readListPage(received.value.body, page);
  return read.ok ? read : failure(unfit(read.failure, 'GET'));
}
