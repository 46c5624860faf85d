import { failure, type Result, success } from '../../translation/result';
import { callUpstream, type Errand } from '../callUpstream';
import type { ProblemCode } from '../problems';
import { type Received, receive, unfit } from '../receive';
import type { Refusal } from '../refusal';
import { isRefusal } from '../statusProblem';
import type { Upstream } from '../upstream';
import { type ListPage, readListPage } from './listPage';
import type { Lookup } from './question';

/**
 * What the refusal of a list tells a client who asked for one of its items. Not 404 above all: a list that is not
 * there does not mean that there is no such login. What v2 explains in its own words is passed on with them.
 */
const passedOn: readonly ProblemCode[] = ['unauthenticated', 'forbidden', 'rateLimited'];

/** A page of a list, and the rate-limit headers that came with it. */
export interface ReadPage extends ListPage {
  readonly headers: Received['headers'];
}

/** Reads one page of a list. */
export async function readPage(
  upstream: Upstream,
  errand: Errand,
  list: Pick<Lookup['index'], 'path' | 'query'>,
  page: number,
): Promise<Result<ReadPage, Refusal>> {
  const path = `${list.path}?${list.query(page)}`;
  const outcome = await callUpstream(upstream, errand, { method: 'GET', path });
  const received = receive(outcome, { method: 'GET' });
  if (!received.ok) {
    const refused = outcome.ok && isRefusal(outcome.value.status);
    const { code, text } = received.failure;
    if (!refused || passedOn.includes(code) || text !== undefined) return received;
    return failure({ ...received.failure, code: 'upstreamRefused' });
  }
  errand.watch(`GET ${list.path}`, received.value.body);
  const read = readListPage(received.value.body, page);
  if (!read.ok) return failure(unfit(read.failure, 'GET'));
  return success({ ...read.value, headers: received.value.headers });
}
