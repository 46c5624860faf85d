import { isJsonObject } from '../../contract/json';
import type { IndexItem } from '../../mapping/operation';
import { failure, type Result, success } from '../../translation/result';
import { callUpstream } from '../callUpstream';
import { type Received, receive } from '../receive';
import type { Refusal } from '../refusal';
import type { Upstream } from '../upstream';
import { withValue } from '../withValue';
import type { Question } from './question';

/** One offer as read for a lookup, with what the index needs of it. */
export interface ReadOffer extends Received {
  readonly item: IndexItem;
}

/** Reads one offer with the caller's own key, so that the upstream decides what the caller may see. */
export async function readOffer(
  upstream: Upstream,
  { v2, lookup, parameters, errand }: Question,
  id: string,
): Promise<Result<ReadOffer, Refusal>> {
  const { method } = v2;
  const path = v2.path(withValue(parameters, lookup.fills, id));
  const received = receive(await callUpstream(upstream, errand, { method, path }), { method });
  if (!received.ok) return received;
  const { headers, body } = received.value;
  errand.watch(`${method} ${v2.template}`, body);
  const item = isJsonObject(body) ? lookup.verify(body['data'] ?? null) : undefined;
  if (item?.id !== id) return failure({ code: 'upstreamUnfit', detail: 'data is not the offer asked for' });
  return success({ headers, body, item });
}
